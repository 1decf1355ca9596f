package dev.plaza.notify.job;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.Outgoing.Priority;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One accepted request. Nothing of it changes but its status.
///
/// @param version of the template, fixed at acceptance
/// @param topics lists it goes to, besides the recipients that were named
/// @param exclude keys of recipients that get nothing
/// @param campaign whether it is told about as a whole; single messages are told about one by one
public record Job(
    String id,
    String caller,
    String template,
    int version,
    String category,
    Priority priority,
    List<Channel> channels,
    Map<String, Object> data,
    @Nullable String locale,
    List<String> topics,
    List<String> exclude,
    Instant sendAt,
    Instant expiresAt,
    @Nullable String dedupeKey,
    @Nullable String traceparent,
    boolean campaign,
    Instant createdAt) {

  /// Where the job as a whole stands.
  public enum Status {
    /// Its topics are being turned into deliveries.
    FANNING_OUT,
    /// All deliveries are made.
    RUNNING,
    FINISHED,
    CANCELLED
  }
}
