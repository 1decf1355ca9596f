package dev.plaza.notify.provider;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a provider tells later about a message that it took over.
///
/// Reports come late, doubled and in any order. `eventId` is the same for the same event.
///
/// @param provider the id in the configuration
/// @param providerRef the provider's id for the message, as in [Outcome.Accepted]; empty: unknown
/// @param attemptId our attempt, if the report names it: the only link when no answer came
/// @param address whom it is about, as the provider spells it; null: not told
/// @param at when it happened, by the provider's clock
/// @param suppress whether the address must not be tried again: hard bounce, complaint, stop
public record DeliveryReport(
    String provider,
    String providerRef,
    @Nullable String attemptId,
    String eventId,
    Status status,
    @Nullable String address,
    Instant at,
    String code,
    String detail,
    boolean suppress) {

  /// In the order in which a message gets there; a later one is never undone by an earlier one.
  public enum Status {
    /// The provider has it in hand.
    PROCESSED,
    /// Not yet delivered; the provider goes on trying.
    DEFERRED,
    DELIVERED,
    /// Refused for good, but not because of the address: blocked, filtered, dropped, expired.
    FAILED,
    /// The address does not exist (any more).
    BOUNCED,
    /// The recipient called it spam.
    COMPLAINED,
    /// The recipient asked for no more.
    UNSUBSCRIBED,
    OPENED,
    CLICKED
  }

  @Override
  public String toString() {
    return "DeliveryReport[" + provider + " " + providerRef + " " + status + " " + eventId + "]";
  }
}
