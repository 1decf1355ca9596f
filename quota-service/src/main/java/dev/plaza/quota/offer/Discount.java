package dev.plaza.quota.offer;

/// What a redemption takes off the price.
public sealed interface Discount {

  /// `percent` of 100 of the subtotal.
  record Percent(int percent) implements Discount {}

  /// A fixed amount per unit.
  record Amount(Money off) implements Discount {}
}
