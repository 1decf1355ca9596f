package dev.plaza.quota.offer;

import java.util.Currency;

/// An amount in minor units of an ISO 4217 currency.
public record Money(long amount, String currency) {

  /// Far above any campaign, far below what a sum of them could overflow.
  public static final long AMOUNT_MAX = 1_000_000_000_000L;

  public static boolean isCurrency(String code) {
    try {
      return Currency.getInstance(code).getCurrencyCode().equals(code);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
