package dev.plaza.order.pricing;

import static dev.plaza.order.pricing.PricingFixtures.FREE;
import static dev.plaza.order.pricing.PricingFixtures.INCLUDED;
import static dev.plaza.order.pricing.PricingFixtures.line;
import static dev.plaza.order.pricing.PricingFixtures.near;
import static dev.plaza.order.pricing.PricingFixtures.onTop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PricingTests {

  private final Pricing free = new Pricing(INCLUDED, FREE);
  private final Pricing euro = new Pricing(INCLUDED, Tariff.EURO);

  @Test
  void anExactShareIsRoundedOnceAndTaxedAfterwards() {
    // 51.86, coupon 40 %, tax 8.25 % on top
    var priced =
        new Pricing(onTop(TaxRules.Unit.LINE), FREE)
            .price(
                "USD",
                List.of(line("a", 1, 5186, "8.25")),
                List.of(new Promotion.Percent("FORTY", 4000, "40 % off")),
                near());

    assertThat(priced.price().discounts())
        .containsExactly(new PriceBreakdown.Discount("FORTY", 2074, "40 % off"));
    assertThat(priced.price().taxes())
        .containsExactly(new PriceBreakdown.Tax(new BigDecimal("8.25"), 3112, 257));
    assertThat(priced.price().total()).isEqualTo(3369);
    assertThat(priced.price().taxIncluded()).isFalse();
  }

  @Test
  void aShareTakesOffAtMostWhatItsOfferAllows() {
    var goods = List.of(line("a", 1, 5186, "10"));
    var share = CouponTerms.share("FORTY", 4000, 1_500L);
    var pricing = new Pricing(INCLUDED, FREE);

    var capped = pricing.price("EUR", goods, List.of(share.promotion()), near());
    var shrunk = pricing.price("EUR", goods, List.of(share.promotionUpTo(1_200)), near());

    assertThat(capped.price().discounts())
        .containsExactly(new PriceBreakdown.Discount("FORTY", 1500, "Coupon FORTY: 40 % off"));
    assertThat(capped.price().total()).isEqualTo(3686);
    assertThat(shrunk.price().discount()).isEqualTo(1200);
  }

  @Test
  void aCouponAboveTheGoodsTakesOffTheGoodsAndNoFee() {
    var goods = List.of(line("a", 1, 333, "10"), line("b", 2, 333, "20"));
    var pricing = new Pricing(INCLUDED, FREE);
    var off = List.of(CouponTerms.amount("ALL", 10_000).promotion());

    var context = new Pricing.Context(500, SurgeLevel.NONE, 150);
    var priced = pricing.price("EUR", goods, off, context);

    assertThat(priced.price().discount()).isEqualTo(999);
    assertThat(priced.lines()).allSatisfy(it -> assertThat(it.total()).isZero());
    assertThat(priced.price().total()).isEqualTo(150);
  }

  @Test
  void theTaxMayBeRoundedOnTheTotal() {
    // 20 x 2.74 + 50 x 3.36, 8 % off, 20 % on top: 41.00 on the total, 40.99 by lines
    var goods = List.of(line("a", 20, 274, "20"), line("b", 50, 336, "20"));
    List<Promotion> off = List.of(new Promotion.Percent("EIGHT", 800, "8 % off"));

    var onTotal = new Pricing(onTop(TaxRules.Unit.TOTAL), FREE).price("EUR", goods, off, near());
    var byLine = new Pricing(onTop(TaxRules.Unit.LINE), FREE).price("EUR", goods, off, near());

    assertThat(onTotal.price().taxes().getFirst().amount()).isEqualTo(4100);
    assertThat(onTotal.lines().stream().mapToLong(OrderLine::tax).sum()).isEqualTo(4100);
    assertThat(byLine.price().taxes().getFirst().amount()).isEqualTo(4099);
  }

  @Test
  void aVoucherWorthMoreThanTheGoodsLeavesNothing() {
    var goods = List.of(line("a", 3, 333, "10"), line("b", 1, 101, "20"), line("c", 7, 19, "20"));

    var priced =
        free.price("EUR", goods, List.of(new Promotion.Amount("BIG", 10_000, "off")), near());

    assertThat(priced.price().total()).isZero();
    assertThat(priced.price().discount()).isEqualTo(priced.price().subtotal());
    assertThat(priced.lines()).allSatisfy(it -> assertThat(it.total()).isZero());
    assertThat(priced.price().taxes()).allSatisfy(it -> assertThat(it.amount()).isZero());
  }

  @Test
  void aVoucherPaysNoFeesAndTakingItAwayRestoresThePrice() {
    var goods = List.of(line("a", 1, 1250, "10"));

    var without = euro.price("EUR", goods, List.of(), near()).price();
    var with =
        euro.price("EUR", goods, List.of(new Promotion.Amount("BIG", 10_000, "off")), near())
            .price();

    assertThat(with.total()).isEqualTo(with.deliveryFee()).isPositive();
    assertThat(euro.price("EUR", goods, List.of(), near()).price()).isEqualTo(without);
  }

  @ParameterizedTest
  @CsvSource({"1, 54", "2, 107", "3, 161", "10, 537"})
  void aShareOfManyPiecesIsRoundedOncePerOrder(int quantity, long discount) {
    // 14.80 % of 3.63 each
    var priced =
        free.price(
            "EUR",
            List.of(line("a", quantity, 363, "10")),
            List.of(new Promotion.Percent("P", 1480, "14.8 % off")),
            near());

    assertThat(priced.price().discount()).isEqualTo(discount);
    assertThat(priced.lines().getFirst().total()).isEqualTo(quantity * 363L - discount);
  }

  @Test
  void promotionsWorkOnWhatTheOnesBeforeLeft() {
    var priced =
        free.price(
            "EUR",
            List.of(line("a", 1, 1000, "10"), line("b", 1, 1000, "10")),
            List.of(
                new Promotion.Percent("HALF", 5000, "half"), new Promotion.Amount("TEN", 900, "9")),
            near());

    assertThat(priced.price().discounts())
        .extracting(PriceBreakdown.Discount::amount)
        .containsExactly(1000L, 900L);
    assertThat(priced.price().total()).isEqualTo(100);
  }

  @Test
  void includedTaxIsTakenOutOfEachLine() {
    var priced =
        free.price(
            "EUR",
            List.of(line("food", 2, 990, 110, "10"), line("cola", 3, 299, "20")),
            List.of(),
            near());

    assertThat(priced.lines()).extracting(OrderLine::total).containsExactly(2200L, 897L);
    assertThat(priced.lines()).extracting(OrderLine::tax).containsExactly(200L, 150L);
    assertThat(priced.price().taxes())
        .containsExactly(
            new PriceBreakdown.Tax(new BigDecimal("10"), 2000, 200),
            new PriceBreakdown.Tax(new BigDecimal("20"), 747, 150));
    assertThat(priced.price().total()).isEqualTo(3097);
  }

  @ParameterizedTest
  @CsvSource({
    "0,     199",
    "1000,  199", // included
    "1001,  199", // 0.06 cents more
    "1009,  200", // 0.54 cents more
    "2000,  259",
    "3500,  349",
    "90000, 999" // never more than the cap
  })
  void deliveryIsPaidByTheMetre(int distance, long fee) {
    assertThat(Tariff.EURO.delivery(distance)).isEqualTo(fee);
  }

  @ParameterizedTest
  @CsvSource({"1, 150", "999, 150", "1000, 0", "1001, 0", "0, 0"})
  void aSmallOrderEndsExactlyAtItsLimit(long subtotal, long fee) {
    assertThat(Tariff.EURO.smallOrder(subtotal)).isEqualTo(fee);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 49", "980, 49", "990, 50", "2000, 100", "7980, 399", "90000, 399"})
  void theServiceFeeIsAShareWithinBounds(long goods, long fee) {
    assertThat(Tariff.EURO.service(goods)).isEqualTo(fee);
  }

  @Test
  void surgeMultipliesTheDeliveryFeeOnly() {
    var goods = List.of(line("a", 1, 2000, "10"));

    var price =
        euro.price("EUR", goods, List.of(), new Pricing.Context(500, new SurgeLevel(2, 150), 300))
            .price();

    assertThat(price.deliveryFee()).isEqualTo(199);
    assertThat(price.surge()).isEqualTo(new PriceBreakdown.Surge(2, 100));
    assertThat(price.total()).isEqualTo(2000 + 199 + 100 + 100 + 300);
  }

  @Test
  void surgeHasACap() {
    assertThat(new SurgeLevel(99, 900)).isEqualTo(new SurgeLevel(5, 200));
    assertThat(new SurgeLevel(-1, 50)).isEqualTo(SurgeLevel.NONE);
  }

  @Test
  void aFeeThatIsNotKnownIsAbsentAndNotZero() {
    var price =
        euro.price(
                "EUR",
                List.of(line("a", 1, 2000, "10")),
                List.of(),
                new Pricing.Context(null, new SurgeLevel(3, 160), 0))
            .price();

    assertThat(price.deliveryFee()).isNull();
    assertThat(price.surge()).isEqualTo(new PriceBreakdown.Surge(3, 0));
    assertThat(price.total()).isEqualTo(2100);
  }

  @Test
  void totalsAreRoundedToWhatCanBePaid() {
    var swiss = new Pricing(INCLUDED, new Tariff(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5));

    var up = swiss.price("CHF", List.of(line("a", 1, 1003, "8.1")), List.of(), near()).price();
    var down = swiss.price("CHF", List.of(line("a", 1, 1002, "8.1")), List.of(), near()).price();

    assertThat(up.total()).isEqualTo(1005);
    assertThat(up.rounding()).isEqualTo(2);
    assertThat(down.total()).isEqualTo(1000);
    assertThat(down.rounding()).isEqualTo(-2);
  }

  @Test
  void anOrderThatShrinksPaysNothingForBeingSmall() {
    var shrunk =
        euro.price(
                "EUR",
                List.of(line("a", 1, 300, "10")),
                List.of(),
                new Pricing.Context(500, SurgeLevel.NONE, 0, 0))
            .price();

    assertThat(shrunk.smallOrderFee()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"JPY, 199", "EUR, 199", "KWD, 1990", "XXX, 199", "nonsense, 199"})
  void aCurrencyWithoutTariffGetsTheEurosFigures(String currency, long base) {
    assertThat(Tariff.unset(currency).deliveryBase()).isEqualTo(base);
  }

  @Test
  void theCourierEarnsByDistanceAndGetsSurgeAndTip() {
    assertThat(Tariff.EURO.courier(2500, 100, 300)).isEqualTo(300 + 200 + 100 + 300);
  }

  @Test
  void nothingCostsNothing() {
    var price =
        euro.price("EUR", List.of(), List.of(), new Pricing.Context(null, SurgeLevel.NONE, 0))
            .price();

    assertThat(price.total()).isZero();
    assertThat(price.taxes()).isEmpty();
  }

  @Test
  void anAmountBeyondReasonIsRefusedNotWrapped() {
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(
            () ->
                free.price(
                    "EUR", List.of(line("a", 99, Long.MAX_VALUE / 50, "10")), List.of(), near()));
  }
}
