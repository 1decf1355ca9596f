package dev.plaza.notify.delivery;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.Outgoing.Priority;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One message to one recipient on one channel, as a worker takes it up.
///
/// @param recipient a recipient's key
/// @param device the device of a push; empty: not yet chosen
/// @param decided whether dedupe, cap and digest have been settled; a retry does not ask again
/// @param digest whether it collects others
/// @param avoid the provider that failed last
/// @param data what this recipient has besides the job's data
record Delivery(
    String id,
    String jobId,
    String recipient,
    Channel channel,
    String device,
    Priority priority,
    String category,
    Instant dueAt,
    Instant expiresAt,
    boolean decided,
    boolean digest,
    int attempts,
    @Nullable String avoid,
    @Nullable String locale,
    @Nullable String zone,
    @Nullable Map<String, Object> data) {}
