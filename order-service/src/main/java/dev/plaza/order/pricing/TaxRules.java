package dev.plaza.order.pricing;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How goods are taxed. Rates are percent in hundredths: 1000 is 10 %.
///
/// With `included` prices contain the tax: `tax = net * r / (100 % + r)`; else it is put on top:
/// `tax = net * r`. `net` is what a line costs after its discount. With `rounding: line` each line
/// is rounded half up and the sum is the sum of lines; with `total` the sum per rate is rounded
/// half up and divided over the lines by largest remainder, so that lines still sum to it.
///
/// @param rates by tax category of the menu; unless set, food 10 %, beverage and alcohol 20 %
/// @param otherRate for a category nobody set a rate for
record TaxRules(
    @DefaultValue("true") boolean included,
    @DefaultValue("line") Unit rounding,
    @DefaultValue Map<String, @Min(0) @Max(10_000) Integer> rates,
    @DefaultValue("2000") @Min(0) @Max(10_000) int otherRate) {

  private static final int WHOLE = 10_000;
  private static final Map<String, Integer> USUAL =
      Map.of("food", 1000, "beverage", 2000, "alcohol", 2000);

  TaxRules {
    var all = new TreeMap<>(USUAL);
    all.putAll(rates);
    rates = Map.copyOf(all);
  }

  enum Unit {
    LINE,
    TOTAL
  }

  /// @return percent
  BigDecimal rate(String category) {
    int hundredths = rates.getOrDefault(category, otherRate);
    return new BigDecimal(BigDecimal.valueOf(hundredths, 2).stripTrailingZeros().toPlainString());
  }

  /// @param nets what the lines cost after discounts
  /// @param rates of the lines
  /// @return the lines' taxes
  long[] taxes(long[] nets, BigDecimal[] rates) {
    long[] taxes = new long[nets.length];
    switch (rounding) {
      case LINE -> {
        for (int i = 0; i < nets.length; i++) {
          taxes[i] = tax(nets[i], rates[i]);
        }
      }
      case TOTAL ->
          linesByRate(rates)
              .forEach(
                  (rate, lines) -> {
                    long[] weights = lines.stream().mapToLong(i -> nets[i]).toArray();
                    long net = 0;
                    for (long weight : weights) {
                      net = Math.addExact(net, weight);
                    }
                    long[] parts = Allocation.of(tax(net, rate), weights);
                    for (int i = 0; i < parts.length; i++) {
                      taxes[lines.get(i)] = parts[i];
                    }
                  });
    }
    return taxes;
  }

  /// Indices of the lines of each rate, lowest rate first.
  static Map<BigDecimal, List<Integer>> linesByRate(BigDecimal[] rates) {
    var byRate = new TreeMap<BigDecimal, List<Integer>>();
    for (int i = 0; i < rates.length; i++) {
      byRate.computeIfAbsent(rates[i], _ -> new ArrayList<>()).add(i);
    }
    return byRate;
  }

  private long tax(long net, BigDecimal rate) {
    long hundredths = rate.movePointRight(2).longValueExact();
    return Rounding.halfUp(net, hundredths, included ? WHOLE + hundredths : WHOLE);
  }
}
