package dev.plaza.contracts.notify;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What became of one message to one recipient on one channel.
///
/// Topic `notify.delivery.v1`, key `<tenant>/<recipient>`. Successes of campaigns are not told one
/// by one; see [JobEvent]. No addresses and no content.
///
/// @param userId null when it went to a bare address
/// @param channel `email`, `sms`, `push` or `in_app`
/// @param provider null when none was involved
/// @param reason stable code, e.g. `consent`, `hard_bounce`
public record DeliveryEvent(
    String deliveryId,
    String jobId,
    @Nullable String userId,
    String channel,
    String category,
    @Nullable String provider,
    @Nullable String reason,
    Instant at) {

  /// A provider took it over.
  public static final String SENT = "notify.delivery.sent";

  /// It is where the recipient reads it.
  public static final String DELIVERED = "notify.delivery.delivered";

  /// Refused for good, or given up.
  public static final String FAILED = "notify.delivery.failed";

  /// Its address does not exist.
  public static final String BOUNCED = "notify.delivery.bounced";

  public static final String COMPLAINED = "notify.delivery.complained";

  /// Kept back by a rule: `reason` says which.
  public static final String SKIPPED = "notify.delivery.skipped";

  /// Its time was over before it could leave.
  public static final String EXPIRED = "notify.delivery.expired";

  /// Handed over without an answer: possibly delivered.
  public static final String UNKNOWN = "notify.delivery.unknown";

  /// One provider failed with it, another one takes over; `provider` is the one that failed.
  public static final String FAILED_OVER = "notify.delivery.failed_over";
}
