package dev.plaza.order.cart;

import static dev.plaza.order.restaurant.RestaurantFixtures.group;
import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.option;
import static dev.plaza.order.restaurant.RestaurantFixtures.parsed;
import static dev.plaza.order.restaurant.RestaurantFixtures.soldOut;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.catalog.MenuEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTests {

  private final MenuEvent.Item pizza =
      item(
          "pizza",
          900,
          group("size", 1, 1, option("small", 0), option("large", 300)),
          group("extras", 0, 3, 2, option("cheese", 120), option("ham", 150)));

  @Test
  void namesWhatIsMissingAndFillsNothingIn() {
    var selection = select(pizza);

    assertThat(selection.picked()).isEmpty();
    assertThat(selection.flaws())
        .singleElement()
        .isInstanceOfSatisfying(
            Flaw.Missing.class,
            it -> {
              assertThat(it.wanted().id()).isEqualTo("size");
              assertThat(it.shown("/items/0", "pizza").options())
                  .extracting(Flaw.MissingGroup.Offer::id)
                  .containsExactly("small", "large");
            });
  }

  @Test
  void pricesEveryGroupOfAnItem() {
    var selection = select(pizza, choice("large"), choice("cheese", 2), choice("ham"));

    assertThat(selection.flaws()).isEmpty();
    assertThat(selection.cost()).isEqualTo(300 + 2 * 120 + 150);
  }

  @Test
  void anOptionalGroupMayStayEmpty() {
    assertThat(select(pizza, choice("small")).cost()).isZero();
  }

  @Test
  void holdsMinAndMaxAtTheirEdges() {
    var toppings =
        item("bowl", 800, group("t", 3, 4, 4, option("a", 0), option("b", 0), option("c", 0)));

    assertThat(codes(select(toppings, choice("a")))).containsExactly("modifiers_missing");
    assertThat(codes(select(toppings, choice("a"), choice("b"), choice("c")))).isEmpty();
    assertThat(codes(select(toppings, choice("a", 3)))).isEmpty();
    assertThat(codes(select(toppings, choice("a", 4)))).isEmpty();
    assertThat(codes(select(toppings, choice("a", 4), choice("b"))))
        .containsExactly("modifiers_too_many");
  }

  @Test
  void anOptionIsRepeatedOnlyAsOftenAsAllowed() {
    assertThat(codes(select(pizza, choice("small"), choice("cheese", 3))))
        .containsExactly("modifier_repeated");
    assertThat(codes(select(pizza, choice("small"), choice("small"))))
        .containsExactlyInAnyOrder("modifiers_too_many", "modifier_repeated");
    assertThat(codes(select(pizza, choice("small"), choice("cheese"), choice("cheese")))).isEmpty();
  }

  @Test
  void equalChoicesBecomeOne() {
    var selection = select(pizza, choice("small"), choice("cheese"), choice("cheese"));

    assertThat(selection.picked())
        .extracting(Picked::optionId, Picked::quantity)
        .contains(org.assertj.core.groups.Tuple.tuple("cheese", 2));
  }

  @Test
  void refusesWhatIsNotOffered() {
    var selection = select(pizza, choice("small"), choice("gold"));

    assertThat(codes(selection)).containsExactly("modifier_unknown");
    assertThat(selection.flaws().getFirst().pointer()).isEqualTo("/modifiers/1");
  }

  @Test
  void checksEveryLevelOfNesting() {
    var combo =
        item(
            "combo",
            1200,
            group(
                "drink",
                1,
                1,
                option("cola", 0, group("ice", 1, 1, option("yes", 0), option("no", 10))),
                option("water", 0)));

    assertThat(codes(select(combo, choice("water")))).isEmpty();
    assertThat(codes(select(combo, choice("cola")))).containsExactly("modifiers_missing");
    assertThat(select(combo, choice("cola")).flaws().getFirst().pointer())
        .isEqualTo("/modifiers/0/modifiers");
    assertThat(select(combo, nested("cola", 1, choice("no"))).cost()).isEqualTo(10);
    assertThat(codes(select(combo, nested("water", 1, choice("no")))))
        .containsExactly("modifier_unknown");
  }

  @Test
  void whatIsNestedIsPaidAsOftenAsWhatItIsIn() {
    var set =
        item(
            "set",
            1000,
            group("taco", 1, 4, 4, option("beef", 100, group("dip", 0, 2, 2, option("hot", 30)))));

    assertThat(select(set, nested("beef", 3, choice("hot", 2))).cost())
        .isEqualTo(3 * (100 + 2 * 30));
  }

  @Test
  void aNestedChoiceMayStandBesideItsOption() {
    var crust =
        item(
            "pizza",
            900,
            group("size", 1, 1, option("large", 300, group("crust", 1, 1, option("thin", 50)))));

    var beside = select(crust, choice("thin"), choice("large"));

    assertThat(beside.flaws()).isEmpty();
    assertThat(beside).isEqualTo(select(crust, nested("large", 1, choice("thin"))));
  }

  @Test
  void asksWhichWhenTwoPlacesCouldBeMeant() {
    var half =
        item(
            "half-half",
            900,
            group("left", 1, 1, option("ham", 100)),
            group("right", 1, 1, option("ham", 110)));

    assertThat(codes(select(half, choice("ham"))))
        .containsExactly("modifier_ambiguous", "modifiers_missing", "modifiers_missing");
    assertThat(
            select(
                    half,
                    new Choice("right", "ham", null, null),
                    new Choice("left", "ham", null, null))
                .cost())
        .isEqualTo(210);
  }

  @Test
  void nestingEndsSomewhere() {
    assertThat(codes(deep(CartLimits.NESTING - 1))).isEmpty();
    assertThat(codes(deep(CartLimits.NESTING))).contains("modifiers_too_deep");
  }

  private static Selection deep(int levels) {
    var option = option("o", 1);
    var choice = choice("o");
    for (int i = 0; i < levels; i++) {
      option = option("o", 1, group("g" + i, 1, 1, option));
      choice = nested("o", 1, choice);
    }
    return select(item("deep", 1, group("g", 1, 1, option)), choice);
  }

  @Test
  void knowsWhetherAllOfItCanBeHad() {
    var drink = item("drink", 300, group("with", 0, 2, option("ice", 0), soldOut("lemon", 0)));

    assertThat(select(drink, choice("ice")).isAvailable()).isTrue();
    assertThat(select(drink, choice("lemon")).isAvailable()).isFalse();
    assertThat(select(drink, choice("lemon")).flaws()).isEmpty();
  }

  @Test
  void anAmountBeyondReasonIsNoAmount() {
    var gold = item("gold", 1, group("g", 0, 99, 99, option("bar", Long.MAX_VALUE / 2)));

    org.assertj.core.api.Assertions.assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> select(gold, choice("bar", 3)).cost());
  }

  private static Selection select(MenuEvent.Item item, Choice... choices) {
    return Selection.of(parsed(item), List.of(choices));
  }

  private static List<String> codes(Selection selection) {
    return selection.flaws().stream().map(it -> it.code().code()).toList();
  }

  private static Choice choice(String option) {
    return new Choice(null, option, null, null);
  }

  private static Choice choice(String option, int quantity) {
    return new Choice(null, option, quantity, null);
  }

  private static Choice nested(String option, int quantity, Choice... inside) {
    return new Choice(null, option, quantity, List.of(inside));
  }
}
