package dev.plaza.quota.redemption;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.plaza.quota.shard.Mode;
import org.jspecify.annotations.Nullable;

/// One redemption as a client sends it.
///
/// @param guid the client's own id of the intent: sent again, it changes nothing
/// @param orderId what it is for; a new one of the same person for the same order replaces the open
///     hold of the earlier one
/// @param units how many of the offer's limit, 1 if absent
/// @param holdS seconds until a reservation that nobody confirms runs out
/// @param amount what it costs, for offers with a budget
record SpendBody(
    @Nullable String guid,
    @Nullable String offerId,
    @Nullable String userId,
    @Nullable String orderId,
    @Nullable Long units,
    @Nullable ModeBody mode,
    @Nullable Long holdS,
    @Nullable AmountBody amount) {

  enum ModeBody {
    @JsonProperty("redeem")
    REDEEM(Mode.REDEEM),
    @JsonProperty("reserve")
    RESERVE(Mode.RESERVE);

    final Mode mode;

    ModeBody(Mode mode) {
      this.mode = mode;
    }
  }

  record AmountBody(@Nullable Long amount, @Nullable String currency) {}
}
