package dev.plaza.order.pricing;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Currency;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What delivering costs in one currency, minor units. The defaults are those of the euro.
///
/// - delivery fee: `deliveryBase` up to `deliveryIncludedM`, then `deliveryPerKm` for each further
///   kilometre, by the metre and half up, at most `deliveryMax`;
/// - service fee: `servicePercent` of the goods after discounts, within `serviceMin`..`serviceMax`;
/// - small-order fee: `smallOrderFee` when the goods before discounts are worth less than
///   `smallOrderBelow` (exactly that much pays none);
/// - courier's pay: `courierBase` plus `courierPerKm`, the surge fee and the tip.
///
/// @param smallestCoin totals are rounded to multiples of it; 1: not rounded
record Tariff(
    @DefaultValue("199") @Min(0) long deliveryBase,
    @DefaultValue("1000") @Min(0) int deliveryIncludedM,
    @DefaultValue("60") @Min(0) long deliveryPerKm,
    @DefaultValue("999") @Min(0) long deliveryMax,
    @DefaultValue("500") @Min(0) @Max(10_000) int servicePercentHundredths,
    @DefaultValue("49") @Min(0) long serviceMin,
    @DefaultValue("399") @Min(0) long serviceMax,
    @DefaultValue("1000") @Min(0) long smallOrderBelow,
    @DefaultValue("150") @Min(0) long smallOrderFee,
    @DefaultValue("300") @Min(0) long courierBase,
    @DefaultValue("80") @Min(0) long courierPerKm,
    @DefaultValue("1") @Min(1) long smallestCoin) {

  private static final int EURO_DIGITS = 2;
  private static final int METRES_PER_KM = 1000;

  static final Tariff EURO = new Tariff(199, 1000, 60, 999, 500, 49, 399, 1000, 150, 300, 80, 1);

  /// For a currency that nobody set a tariff for: the euro's figures in its own minor units; where
  /// these are thousandths, ten times as many.
  static Tariff unset(String currency) {
    return digits(currency) > EURO_DIGITS ? EURO.times(10) : EURO;
  }

  long delivery(int distanceM) {
    long further = Math.max(0, distanceM - deliveryIncludedM);
    return Math.min(
        deliveryMax, deliveryBase + Rounding.halfUp(further, deliveryPerKm, METRES_PER_KM));
  }

  long service(long goods) {
    if (goods == 0) {
      return 0;
    }
    long share = Rounding.halfUp(goods, servicePercentHundredths, 10_000);
    return Math.clamp(share, Math.min(serviceMin, serviceMax), serviceMax);
  }

  long smallOrder(long subtotal) {
    return subtotal > 0 && subtotal < smallOrderBelow ? smallOrderFee : 0;
  }

  long courier(int distanceM, long surgeFee, long tip) {
    return courierBase + Rounding.halfUp(distanceM, courierPerKm, METRES_PER_KM) + surgeFee + tip;
  }

  private Tariff times(int factor) {
    return new Tariff(
        deliveryBase * factor,
        deliveryIncludedM,
        deliveryPerKm * factor,
        deliveryMax * factor,
        servicePercentHundredths,
        serviceMin * factor,
        serviceMax * factor,
        smallOrderBelow * factor,
        smallOrderFee * factor,
        courierBase * factor,
        courierPerKm * factor,
        smallestCoin);
  }

  private static int digits(String currency) {
    try {
      return Currency.getInstance(currency).getDefaultFractionDigits();
    } catch (IllegalArgumentException _) {
      return EURO_DIGITS;
    }
  }
}
