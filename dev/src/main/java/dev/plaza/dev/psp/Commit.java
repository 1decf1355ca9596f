package dev.plaza.dev.psp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One line of the journal: everything that one request changed, or nothing of it.
///
/// @param delivered the id of an event whose webhook was taken
record Commit(
    @Nullable Change change,
    @Nullable StoredAnswer answer,
    List<Event> events,
    @Nullable Long clockOffsetSeconds,
    @Nullable String delivered) {

  /// The answer that a repeated request gets again.
  record StoredAnswer(String key, String fingerprint, int status, String body, long at) {}

  /// @param json the body of the webhook
  record Event(String id, String type, long created, String json) {}

  static Commit delivered(String eventId) {
    return new Commit(null, null, List.of(), null, eventId);
  }

  static Commit clock(long offsetSeconds) {
    return new Commit(null, null, List.of(), offsetSeconds, null);
  }
}
