package dev.plaza.order.pricing;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/// Lines, tariffs and tax rules to test with.
final class PricingFixtures {

  static final TaxRules INCLUDED = new TaxRules(true, TaxRules.Unit.LINE, Map.of(), 2000);

  static final Tariff FREE = new Tariff(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);

  private PricingFixtures() {}

  static TaxRules onTop(TaxRules.Unit rounding) {
    return new TaxRules(false, rounding, Map.of(), 2000);
  }

  static OrderLine line(String id, int quantity, long unitPrice, String ratePercent) {
    return line(id, quantity, unitPrice, 0, ratePercent);
  }

  static OrderLine line(
      String id, int quantity, long unitPrice, long modifiersPrice, String ratePercent) {
    return new OrderLine(
        id,
        "sku-" + id,
        id,
        quantity,
        unitPrice,
        List.of(),
        modifiersPrice,
        "food",
        new BigDecimal(ratePercent),
        0,
        0,
        0,
        null);
  }

  static Pricing.Context near() {
    return new Pricing.Context(500, SurgeLevel.NONE, 0);
  }
}
