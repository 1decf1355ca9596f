package dev.plaza.order.pricing;

import static dev.plaza.order.pricing.PricingFixtures.FREE;
import static dev.plaza.order.pricing.PricingFixtures.INCLUDED;
import static dev.plaza.order.pricing.PricingFixtures.line;
import static dev.plaza.order.pricing.PricingFixtures.near;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.restaurant;
import static dev.plaza.order.restaurant.RestaurantFixtures.shop;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiffTests {

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @Test
  void theSamePriceNeedsNoConsent() {
    var diff = diff(List.of(line("a", 2, 500, "10")), List.of(line("a", 2, 500, "10")));

    assertThat(diff).isEqualTo(new Diff(List.of(), false));
  }

  @Test
  void aFallIsPassedOn() {
    var diff = diff(List.of(line("a", 1, 1000, "10")), List.of(line("a", 1, 800, "10")));

    assertThat(diff.needsConsent()).isFalse();
    assertThat(diff.changes())
        .containsExactly(new Change("a", "sku-a", Change.Kind.PRICE_CHANGED, 1000L, 800L));
  }

  @Test
  void aRiseNeedsConsent() {
    var diff = diff(List.of(line("a", 1, 1000, "10")), List.of(line("a", 1, 1500, "10")));

    assertThat(diff.needsConsent()).isTrue();
    assertThat(diff.changes())
        .containsExactly(new Change("a", "sku-a", Change.Kind.PRICE_CHANGED, 1000L, 1500L));
  }

  @Test
  void aRiseHiddenByAFallStillNeedsConsent() {
    var diff =
        diff(
            List.of(line("a", 1, 1000, "10"), line("b", 1, 1000, "10")),
            List.of(line("a", 1, 1100, "10"), line("b", 1, 700, "10")));

    assertThat(diff.needsConsent()).isTrue();
    assertThat(diff.changes()).hasSize(2);
  }

  @Test
  void lessFoodForLessMoneyNeedsConsent() {
    var fewer = diff(List.of(line("a", 3, 500, "10")), List.of(line("a", 2, 500, "10")));
    var gone =
        diff(
            List.of(line("a", 1, 500, "10"), line("b", 1, 500, "10")),
            List.of(line("a", 1, 500, "10")));

    assertThat(fewer.needsConsent()).isTrue();
    assertThat(fewer.changes())
        .containsExactly(new Change("a", "sku-a", Change.Kind.UNAVAILABLE, 3L, 2L));
    assertThat(gone.needsConsent()).isTrue();
    assertThat(gone.changes())
        .containsExactly(new Change("b", "sku-b", Change.Kind.REMOVED, 1L, 0L));
  }

  @Test
  void saysWhyALineIsGoneWhenTheCartKnows() {
    var seen = List.of(line("a", 1, 500, "10"));
    var unavailable = new Change("a", "sku-a", Change.Kind.UNAVAILABLE, 1L, 0L);

    var diff = Diff.between(quote(seen, 1), 1, assessment(List.of(), List.of(unavailable)));

    assertThat(diff.changes()).containsExactly(unavailable);
  }

  @Test
  void aLineThatCameBackNeedsConsent() {
    var diff = diff(List.of(), List.of(line("a", 1, 500, "10")));

    assertThat(diff.needsConsent()).isTrue();
    assertThat(diff.changes())
        .containsExactly(new Change("a", "sku-a", Change.Kind.PRICE_CHANGED, null, 500L));
  }

  @Test
  void anEditedCartNeedsConsentThoughItIsCheaper() {
    var lines = List.of(line("a", 1, 500, "10"));

    assertThat(Diff.between(quote(lines, 1), 2, assessment(lines, List.of())).needsConsent())
        .isTrue();
  }

  @Test
  void aSmallerDiscountNeedsConsent() {
    var goods = List.of(line("a", 1, 1000, "10"));

    var diff = Diff.between(quote(goods, 1, 2000), 1, assessment(goods, List.of(), 1000));

    assertThat(diff.needsConsent()).isTrue();
    assertThat(diff.changes())
        .containsExactly(new Change(null, null, Change.Kind.DISCOUNT_CHANGED, 200L, 100L));
  }

  @Test
  void aLargerDiscountAndAShareOfCheaperGoodsArePassedOn() {
    var goods = List.of(line("a", 1, 1000, "10"));
    var cheaper = List.of(line("a", 1, 800, "10"));

    assertThat(
            Diff.between(quote(goods, 1, 1000), 1, assessment(goods, List.of(), 2000))
                .needsConsent())
        .isFalse();
    assertThat(
            Diff.between(quote(goods, 1, 1000), 1, assessment(cheaper, List.of(), 1000))
                .needsConsent())
        .isFalse();
  }

  private static Diff diff(List<OrderLine> seen, List<OrderLine> now) {
    return Diff.between(quote(seen, 1), 1, assessment(now, List.of()));
  }

  private static Assessment assessment(List<OrderLine> lines, List<Change> changes) {
    return assessment(lines, changes, 0);
  }

  private static List<Promotion> off(int hundredths) {
    return hundredths == 0
        ? List.of()
        : List.of(CouponTerms.share("OFF", hundredths, null).promotion());
  }

  private static Assessment assessment(List<OrderLine> lines, List<Change> changes, int off) {
    var priced = new Pricing(INCLUDED, FREE).price("EUR", lines, off(off), near());
    return new Assessment(
        shop(restaurant("r", NOW), menu("r", 1)),
        priced.lines(),
        priced.price(),
        500,
        SurgeLevel.NONE,
        null,
        changes,
        List.of());
  }

  private static Quote quote(List<OrderLine> lines, long cartVersion) {
    return quote(lines, cartVersion, 0);
  }

  private static Quote quote(List<OrderLine> lines, long cartVersion, int off) {
    var priced = new Pricing(INCLUDED, FREE).price("EUR", lines, off(off), near());
    var price = priced.price();
    return new Quote(
        "q",
        "c",
        NOW,
        cartVersion,
        "r",
        1,
        "EUR",
        priced.lines(),
        price.subtotal(),
        price.discounts(),
        price.deliveryFee(),
        500,
        price.serviceFee(),
        price.smallOrderFee(),
        price.surge(),
        price.taxIncluded(),
        price.taxes(),
        price.tip(),
        price.rounding(),
        price.total(),
        List.of(),
        List.of());
  }
}
