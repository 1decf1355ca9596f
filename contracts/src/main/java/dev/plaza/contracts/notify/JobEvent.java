package dev.plaza.contracts.notify;

import java.time.Instant;
import java.util.Map;

/// A notification job as a whole: a campaign, or any request with more than one recipient.
///
/// Topic `notify.job.v1`, key `jobId`.
///
/// @param recipients how many it was for
/// @param deliveries by state, e.g. `sent`: how many ended so
public record JobEvent(
    String jobId,
    String template,
    String category,
    long recipients,
    Map<String, Long> deliveries,
    Instant at) {

  public static final String FINISHED = "notify.job.finished";
  public static final String CANCELLED = "notify.job.cancelled";
}
