package dev.plaza.order.pricing;

import java.util.Arrays;

/// Something taken off the goods (never off fees or tip).
///
/// The whole discount is worked out once, half up, and then divided over the lines by largest
/// remainder: the lines' discounts sum to it exactly. It is never more than the goods are worth.
sealed interface Promotion {

  String code();

  String reason();

  /// @param goods what the lines still cost
  /// @return the lines' discounts
  default long[] discounts(long[] goods) {
    long worth = Arrays.stream(goods).reduce(0, Math::addExact);
    return Allocation.of(Math.min(worth, amount(worth)), goods);
  }

  long amount(long worth);

  /// @param hundredths of a percent: 4000 is 40 %
  record Percent(String code, int hundredths, String reason) implements Promotion {
    public Percent {
      if (hundredths < 0 || hundredths > 10_000) {
        throw new IllegalArgumentException("a share is between 0 and 100 %");
      }
    }

    @Override
    public long amount(long worth) {
      return Rounding.halfUp(worth, hundredths, 10_000);
    }
  }

  /// @param atMost what it may take off, minor units
  record Capped(Promotion promotion, long atMost) implements Promotion {
    public Capped {
      if (atMost < 0) {
        throw new IllegalArgumentException("a discount takes away");
      }
    }

    @Override
    public String code() {
      return promotion.code();
    }

    @Override
    public String reason() {
      return promotion.reason();
    }

    @Override
    public long amount(long worth) {
      return Math.min(atMost, promotion.amount(worth));
    }
  }

  /// @param off minor units of the cart's currency
  record Amount(String code, long off, String reason) implements Promotion {
    public Amount {
      if (off < 0) {
        throw new IllegalArgumentException("a discount takes away");
      }
    }

    @Override
    public long amount(long worth) {
      return off;
    }
  }
}
