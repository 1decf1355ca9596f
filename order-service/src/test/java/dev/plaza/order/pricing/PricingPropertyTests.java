package dev.plaza.order.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What holds for every cart, in currencies of every exponent. A failing case names its seed.
class PricingPropertyTests {

  private static final int CASES = 2_000;
  private static final List<String> CURRENCIES = List.of("JPY", "EUR", "KWD");
  private static final List<String> RATES = List.of("0", "8.25", "10", "13", "20");

  @TestFactory
  Stream<DynamicTest> partsSumToTheTotalAndNothingIsNegative() {
    return CURRENCIES.stream()
        .map(
            currency ->
                DynamicTest.dynamicTest(
                    currency,
                    () -> IntStream.range(0, CASES).forEach(seed -> holds(currency, seed))));
  }

  private static void holds(String currency, int seed) {
    var random = new Random(seed);
    var tax =
        new TaxRules(
            random.nextBoolean(),
            random.nextBoolean() ? TaxRules.Unit.LINE : TaxRules.Unit.TOTAL,
            Map.of(),
            2000);
    var pricing = new Pricing(tax, tariff(currency, random));
    var goods = goods(random);
    var promotions = promotions(random);
    var context =
        new Pricing.Context(
            random.nextInt(10) == 0 ? null : random.nextInt(30_000),
            new SurgeLevel(random.nextInt(6), 100 + random.nextInt(101)),
            random.nextLong(2_000));

    var priced = pricing.price(currency, goods, promotions, context);

    var price = priced.price();
    String which = currency + " seed " + seed;
    assertThat(parts(price)).as(which).isEqualTo(price.total());
    assertThat(sum(priced.lines().stream().map(OrderLine::gross)))
        .as(which)
        .isEqualTo(price.subtotal());
    assertThat(sum(priced.lines().stream().map(OrderLine::discount)))
        .as(which)
        .isEqualTo(price.discount())
        .isLessThanOrEqualTo(price.subtotal());
    assertThat(sum(priced.lines().stream().map(OrderLine::tax)))
        .as(which)
        .isEqualTo(sum(price.taxes().stream().map(PriceBreakdown.Tax::amount)));
    assertThat(priced.lines())
        .as(which)
        .allSatisfy(
            it -> {
              assertThat(it.discount()).isBetween(0L, it.gross());
              assertThat(it.tax()).isNotNegative();
              assertThat(it.total())
                  .isEqualTo(it.gross() - it.discount() + (tax.included() ? 0 : it.tax()));
            });
    assertThat(price.total()).as(which).isNotNegative();
    // Pure: again, and again from its own answer, it is the same.
    assertThat(pricing.price(currency, goods, promotions, context)).isEqualTo(priced);
    assertThat(pricing.price(currency, priced.lines(), promotions, context)).isEqualTo(priced);
  }

  private static long parts(PriceBreakdown it) {
    long taxes = it.taxIncluded() ? 0 : sum(it.taxes().stream().map(PriceBreakdown.Tax::amount));
    return it.subtotal()
        - it.discount()
        + taxes
        + (it.deliveryFee() == null ? 0 : it.deliveryFee())
        + it.serviceFee()
        + it.smallOrderFee()
        + it.surge().fee()
        + it.tip()
        + it.rounding();
  }

  private static Tariff tariff(String currency, Random random) {
    if (random.nextBoolean()) {
      return Tariff.unset(currency);
    }
    return new Tariff(
        random.nextLong(500),
        random.nextInt(3_000),
        random.nextLong(100),
        random.nextLong(2_000),
        random.nextInt(2_000),
        random.nextLong(100),
        100 + random.nextLong(500),
        random.nextLong(2_000),
        random.nextLong(300),
        0,
        0,
        List.of(1, 5, 10, 100).get(random.nextInt(4)));
  }

  private static List<OrderLine> goods(Random random) {
    var goods = new ArrayList<OrderLine>();
    for (int i = random.nextInt(100); i >= 0; i--) {
      goods.add(
          PricingFixtures.line(
              "l" + i,
              1 + random.nextInt(99),
              random.nextLong(20_000),
              random.nextInt(3) == 0 ? random.nextLong(2_000) : 0,
              RATES.get(random.nextInt(RATES.size()))));
    }
    return goods;
  }

  private static List<Promotion> promotions(Random random) {
    var promotions = new ArrayList<Promotion>();
    for (int i = random.nextInt(3); i > 0; i--) {
      var coupon =
          random.nextBoolean()
              ? CouponTerms.share(
                  "P" + i,
                  random.nextInt(10_001),
                  random.nextBoolean() ? null : random.nextLong(500))
              : CouponTerms.amount("A" + i, random.nextLong(1_000_000));
      promotions.add(
          random.nextBoolean() ? coupon.promotion() : coupon.promotionUpTo(random.nextLong(1_000)));
    }
    return promotions;
  }

  private static long sum(Stream<Long> amounts) {
    return amounts.mapToLong(Long::longValue).sum();
  }

  @TestFactory
  Stream<DynamicTest> taxRatesKeepTheirDigits() {
    return Stream.of("8.25", "10", "0", "7.7")
        .map(
            rate ->
                DynamicTest.dynamicTest(
                    rate,
                    () -> {
                      int hundredths = new BigDecimal(rate).movePointRight(2).intValueExact();
                      var rules =
                          new TaxRules(true, TaxRules.Unit.LINE, Map.of("x", hundredths), 0);

                      assertThat(rules.rate("x")).isEqualTo(new BigDecimal(rate));
                    }));
  }
}
