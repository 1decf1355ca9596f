package dev.plaza.quota.standing;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plaza.quota.offer.Money;
import dev.plaza.quota.offer.Offer;
import dev.plaza.quota.offer.OfferBody.DiscountBody;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Whether an offer applies, and what it takes off if it does.
///
/// @param offerId as its author wrote it, or as it was asked for if it is unknown
/// @param remainingHint what was left a moment ago; null without a limit or if nobody could say
record CheckAnswer(
    String offerId,
    boolean applicable,
    @Nullable String code,
    @Nullable String detail,
    @Nullable DiscountBody discount,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Money maxDiscount,
    @Nullable Long remainingHint) {

  enum Reason {
    UNKNOWN,
    NOT_STARTED,
    ENDED,
    EXHAUSTED,
    USER_LIMIT,
    BUDGET,
    CONDITION
  }

  static CheckAnswer yes(Offer offer, @Nullable Long remaining) {
    return new CheckAnswer(
        offer.written(),
        true,
        null,
        null,
        DiscountBody.of(offer.discount()),
        offer.conditions().maxDiscount(),
        remaining);
  }

  static CheckAnswer no(Offer offer, Reason reason, String detail, @Nullable Long remaining) {
    return new CheckAnswer(
        offer.written(),
        false,
        code(reason),
        detail,
        DiscountBody.of(offer.discount()),
        offer.conditions().maxDiscount(),
        remaining);
  }

  static CheckAnswer unknown(String asked) {
    return new CheckAnswer(
        asked, false, code(Reason.UNKNOWN), "There is no such offer.", null, null, null);
  }

  private static String code(Reason reason) {
    return reason.name().toLowerCase(Locale.ROOT);
  }
}
