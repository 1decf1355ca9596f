package dev.plaza.order.pricing;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What a coupon takes off: a share or an amount, in minor units of the order's currency.
///
/// @param hundredths of a percent; null where `off` is given
/// @param off an amount; null where `hundredths` is given
/// @param atMost the largest discount of a share; null: none
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CouponTerms(
    String code, @Nullable Integer hundredths, @Nullable Long off, @Nullable Long atMost) {

  public CouponTerms {
    if ((hundredths == null) == (off == null)) {
      throw new IllegalArgumentException("either a share or an amount");
    }
  }

  public static CouponTerms share(String code, int hundredths, @Nullable Long atMost) {
    return new CouponTerms(code, hundredths, null, atMost);
  }

  public static CouponTerms amount(String code, long off) {
    return new CouponTerms(code, null, off, null);
  }

  Promotion promotion() {
    if (off != null) {
      return new Promotion.Amount(code, off, "Coupon " + code);
    }
    int share = hundredths == null ? 0 : hundredths;
    var percent =
        new Promotion.Percent(code, share, "Coupon %s: %s %% off".formatted(code, percent(share)));
    return atMost == null ? percent : new Promotion.Capped(percent, atMost);
  }

  /// For an order that already has its discount: it may shrink with the goods, not grow.
  Promotion promotionUpTo(long promised) {
    return new Promotion.Capped(promotion(), promised);
  }

  private static String percent(int share) {
    return BigDecimal.valueOf(share, 2).stripTrailingZeros().toPlainString();
  }
}
