package dev.plaza.order.pricing;

import static dev.plaza.order.pricing.PricingFixtures.line;
import static dev.plaza.order.restaurant.RestaurantFixtures.group;
import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.option;
import static dev.plaza.order.restaurant.RestaurantFixtures.parsed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plaza.order.cart.Choice;
import dev.plaza.platform.problem.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplacingTests {

  private final Replacing replacing =
      new Replacing(
          parsed(
              menu(
                  "r",
                  3,
                  item("rice", 350),
                  item("tea", 300, group("size", 1, 1, option("big", 100))))),
          PricingFixtures.INCLUDED);

  private final List<OrderLine> present =
      List.of(line("a", 2, 500, "10"), line("b", 1, 900, "10"), line("c", 3, 200, "20"));

  @Test
  void replacesDropsAndKeepsInOrder() {
    var lines =
        replacing.lines(present, List.of(replacement("b", null, 1), replacement("a", "rice", 4)));

    assertThat(lines).extracting(OrderLine::lineId).containsExactly("a", "c");
    assertThat(lines.getFirst())
        .satisfies(
            it -> {
              assertThat(it.sku()).isEqualTo("rice");
              assertThat(it.gross()).isEqualTo(1400);
            });
  }

  @Test
  void pricesTheModifiersOfAReplacement() {
    var lines = replacing.lines(present, List.of(replacement("c", "tea", 1, "big")));

    assertThat(lines.getLast().piece()).isEqualTo(400);
  }

  @Test
  void refusesWhatTheMenuDoesNotHave() {
    assertThat(pointer(replacement("a", "caviar", 1))).isEqualTo("/items/0/sku");
    assertThat(pointer(replacement("a", "tea", 1))).isEqualTo("/items/0/modifiers");
    assertThat(pointer(replacement("x", "rice", 1))).isEqualTo("/items/0/line_id");
    assertThat(pointer(replacement("a", "rice", 1), replacement("a", null, 1)))
        .isEqualTo("/items/1/line_id");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 100, Integer.MAX_VALUE})
  void refusesQuantitiesOutOfRange(int quantity) {
    assertThat(pointer(replacement("a", "rice", quantity))).isEqualTo("/items/0/quantity");
  }

  private String pointer(Substitution.Replacement... replacements) {
    var problem =
        catchThrowableOfType(
            ProblemException.class, () -> replacing.lines(present, List.of(replacements)));
    assertThat(problem.code()).isEqualTo(PricingProblem.SUBSTITUTION_INVALID);
    return problem.errors().getFirst().pointer();
  }

  private static Substitution.Replacement replacement(
      String line, @Nullable String sku, int quantity, String... options) {
    return new Substitution.Replacement(
        line,
        sku,
        quantity,
        java.util.Arrays.stream(options).map(it -> new Choice(null, it, null, null)).toList());
  }
}
