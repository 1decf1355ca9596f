package dev.plaza.quota.offer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An offer as ops send it; [OfferRules] makes an [Offer] of it.
public record OfferBody(
    @Nullable Long limit,
    @Nullable Integer perUserLimit,
    @Nullable Instant startsAt,
    @Nullable Instant endsAt,
    @Nullable MoneyBody budget,
    @Nullable DiscountBody discount,
    @Nullable JsonNode conditions) {

  /// An amount as sent: either part may be absent.
  public record MoneyBody(@Nullable Long amount, @Nullable String currency) {}

  /// `{percent}` or `{amount, currency}`.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record DiscountBody(
      @Nullable Integer percent, @Nullable Long amount, @Nullable String currency) {

    public static DiscountBody of(Discount discount) {
      return switch (discount) {
        case Discount.Percent it -> new DiscountBody(it.percent(), null, null);
        case Discount.Amount(var off) -> new DiscountBody(null, off.amount(), off.currency());
      };
    }
  }
}
