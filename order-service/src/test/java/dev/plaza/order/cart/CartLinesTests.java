package dev.plaza.order.cart;

import static dev.plaza.order.restaurant.RestaurantFixtures.group;
import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.option;
import static dev.plaza.order.restaurant.RestaurantFixtures.parsed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plaza.order.restaurant.Menu;
import dev.plaza.platform.problem.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CartLinesTests {

  private final Menu menu =
      parsed(
          menu(
              "r",
              1,
              item("soup", 450),
              item(
                  "pizza",
                  900,
                  group("size", 1, 1, option("small", 0), option("large", 300)),
                  group("extras", 0, 2, option("ham", 100), option("egg", 80)))));

  @Test
  void equalLinesBecomeOne() {
    var lines =
        lines(ask("pizza", 1, null, "large"), ask("soup", 1, null), ask("pizza", 2, "", "large"));

    assertThat(lines).extracting(CartLine::sku).containsExactly("pizza", "soup");
    assertThat(lines.getFirst().quantity()).isEqualTo(3);
    assertThat(lines.getFirst().seenPrice()).isEqualTo(1200);
  }

  @Test
  void otherModifiersOrAnotherNoteMakeAnotherLine() {
    var lines =
        lines(
            ask("pizza", 1, null, "large"),
            ask("pizza", 1, null, "small"),
            ask("pizza", 1, "no onions", "small"));

    assertThat(lines).hasSize(3);
    assertThat(lines).extracting(CartLine::lineId).doesNotHaveDuplicates();
  }

  @Test
  void theOrderOfChoicesSaysNothing() {
    assertThat(lines(ask("pizza", 1, null, "large", "ham", "egg")).getFirst().lineId())
        .isEqualTo(lines(ask("pizza", 5, null, "egg", "large", "ham")).getFirst().lineId());
  }

  @Test
  void equalLinesTogetherKeepTheLimit() {
    assertThat(lines(ask("soup", 98, null), ask("soup", 1, null)).getFirst().quantity())
        .isEqualTo(99);

    var problem = refused(ask("soup", 98, null), ask("soup", 2, null));

    assertThat(problem.code()).isEqualTo(CartProblem.QUANTITY_TOO_HIGH);
    assertThat(problem.errors().getFirst().pointer()).isEqualTo("/items/1/quantity");
  }

  @Test
  void tellsEveryFlawAtOnce() {
    var problem =
        refused(ask("pizza", 1, null), ask("sushi", 1, null), ask("pizza", 1, null, "gold"));

    assertThat(problem.code()).isEqualTo(CartProblem.MODIFIERS_MISSING);
    assertThat(problem.errors())
        .extracting(ProblemException.FieldError::pointer)
        .containsExactly(
            "/items/0/modifiers", "/items/1/sku", "/items/2/modifiers/0", "/items/2/modifiers");
    assertThat(problem.members().get("missing"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(Flaw.MissingGroup.class))
        .hasSize(2)
        .first()
        .satisfies(
            it -> {
              assertThat(it.group()).isEqualTo("size");
              assertThat(it.min()).isEqualTo(1);
              assertThat(it.max()).isEqualTo(1);
              assertThat(it.sku()).isEqualTo("pizza");
            });
  }

  @Test
  void sumsWithoutLoss() {
    assertThat(CartLines.subtotal(lines(ask("soup", 2, null), ask("pizza", 3, null, "large"))))
        .isEqualTo(2 * 450 + 3 * 1200);
  }

  private List<CartLine> lines(CartRequest.Item... items) {
    return CartLines.of(menu, List.of(items));
  }

  private ProblemException refused(CartRequest.Item... items) {
    return catchThrowableOfType(ProblemException.class, () -> lines(items));
  }

  private static CartRequest.Item ask(
      String sku, int quantity, @Nullable String note, String... options) {
    return new CartRequest.Item(
        sku,
        quantity,
        java.util.Arrays.stream(options).map(it -> new Choice(null, it, null, null)).toList(),
        note);
  }
}
