package dev.plaza.order.pricing;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What goods cost. A pure function: same goods, tariff and context, same price, to the last
/// unit.
///
/// In order: goods before discounts; promotions, each on what the one before left; tax per line;
/// delivery by distance; surge on the delivery fee; service fee on goods after discounts;
/// small-order fee on goods before discounts; tip; rounding to what can be paid. All in minor
/// units, halves up.
final class Pricing {

  /// What a price depends on besides the goods.
  ///
  /// @param distanceM null: nobody has said where to, so there is no delivery fee yet
  /// @param smallOrderFeeMax what an order that shrinks later may pay at most for being small
  record Context(@Nullable Integer distanceM, SurgeLevel surge, long tip, long smallOrderFeeMax) {
    Context {
      if (tip < 0) {
        throw new IllegalArgumentException("a tip below nothing");
      }
    }

    Context(@Nullable Integer distanceM, SurgeLevel surge, long tip) {
      this(distanceM, surge, tip, Long.MAX_VALUE);
    }
  }

  record Priced(List<OrderLine> lines, PriceBreakdown price) {}

  private final TaxRules tax;
  private final Tariff tariff;

  Pricing(TaxRules tax, Tariff tariff) {
    this.tax = tax;
    this.tariff = tariff;
  }

  /// @param goods lines whose `discount`, `tax` and `total` do not count: they are worked out here
  /// @throws ArithmeticException when the amounts are no sensible ones
  Priced price(
      String currency, List<OrderLine> goods, List<Promotion> promotions, Context context) {
    long[] gross = goods.stream().mapToLong(OrderLine::gross).toArray();
    long[] off = new long[gross.length];
    var discounts = discounts(promotions, gross, off);
    long[] nets = new long[gross.length];
    Arrays.setAll(nets, i -> gross[i] - off[i]);
    BigDecimal[] rates = goods.stream().map(OrderLine::taxRate).toArray(BigDecimal[]::new);
    long[] taxes = tax.taxes(nets, rates);
    var lines = new ArrayList<OrderLine>();
    for (int i = 0; i < gross.length; i++) {
      long total = tax.included() ? nets[i] : Math.addExact(nets[i], taxes[i]);
      lines.add(goods.get(i).costing(off[i], taxes[i], total));
    }
    return new Priced(
        List.copyOf(lines),
        total(currency, sum(gross), discounts, sum(nets), taxes(nets, rates, taxes), context));
  }

  private static List<PriceBreakdown.Discount> discounts(
      List<Promotion> promotions, long[] gross, long[] off) {
    var discounts = new ArrayList<PriceBreakdown.Discount>();
    for (Promotion promotion : promotions) {
      long[] left = new long[gross.length];
      Arrays.setAll(left, i -> gross[i] - off[i]);
      long[] parts = promotion.discounts(left);
      for (int i = 0; i < parts.length; i++) {
        off[i] += parts[i];
      }
      discounts.add(new PriceBreakdown.Discount(promotion.code(), sum(parts), promotion.reason()));
    }
    return List.copyOf(discounts);
  }

  private List<PriceBreakdown.Tax> taxes(long[] nets, BigDecimal[] rates, long[] taxes) {
    var summed = new ArrayList<PriceBreakdown.Tax>();
    TaxRules.linesByRate(rates)
        .forEach(
            (rate, lines) -> {
              long net = lines.stream().mapToLong(i -> nets[i]).sum();
              long amount = lines.stream().mapToLong(i -> taxes[i]).sum();
              summed.add(new PriceBreakdown.Tax(rate, tax.included() ? net - amount : net, amount));
            });
    return List.copyOf(summed);
  }

  private PriceBreakdown total(
      String currency,
      long subtotal,
      List<PriceBreakdown.Discount> discounts,
      long goods,
      List<PriceBreakdown.Tax> taxes,
      Context context) {
    Long delivery = context.distanceM() == null ? null : tariff.delivery(context.distanceM());
    long service = tariff.service(goods);
    long small = Math.min(tariff.smallOrder(subtotal), context.smallOrderFeeMax());
    long surge =
        delivery == null ? 0 : Rounding.halfUp(delivery, context.surge().percent() - 100L, 100);
    long onTop = tax.included() ? 0 : taxes.stream().mapToLong(PriceBreakdown.Tax::amount).sum();
    long exact =
        sum(goods, onTop, delivery == null ? 0 : delivery, service, small, surge, context.tip());
    long total =
        Math.multiplyExact(Rounding.halfUp(exact, 1, tariff.smallestCoin()), tariff.smallestCoin());
    return new PriceBreakdown(
        currency,
        subtotal,
        discounts,
        delivery,
        service,
        small,
        new PriceBreakdown.Surge(context.surge().level(), surge),
        tax.included(),
        taxes,
        context.tip(),
        total - exact,
        total);
  }

  private static long sum(long... amounts) {
    return Arrays.stream(amounts).reduce(0, Math::addExact);
  }
}
