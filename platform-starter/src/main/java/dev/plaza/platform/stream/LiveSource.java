package dev.plaza.platform.stream;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a live stream takes its events from: something that can be read again from any position.
/// Called on the stream's virtual thread; may block.
public interface LiveSource {

  /// The position a client has reached; null when the id is unknown: it then gets one `resync`
  /// event with a snapshot. A missing id (a first connect) is unknown too, unless the source
  /// prefers to replay from its beginning.
  @Nullable Long position(@Nullable String lastEventId);

  /// The present state and the position that continues it.
  Snapshot snapshot();

  /// Events behind a position, ascending, at most `limit`.
  List<Event> after(long position, int limit);

  /// Whether nothing can follow this position any more: the stream then ends.
  default boolean ended(long position) {
    return false;
  }

  record Snapshot(long position, Object data) {}

  /// @param position ascending; it is the SSE `id`
  /// @param name the SSE `event`
  record Event(long position, String name, Object data) {}
}
