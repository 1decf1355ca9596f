package dev.plaza.notify.inbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One entry of an inbox.
public record InboxItem(
    String id,
    String category,
    String title,
    String body,
    @Nullable String link,
    Instant createdAt,
    @Nullable Instant readAt,
    @Nullable Instant archivedAt) {}
