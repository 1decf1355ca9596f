package dev.plaza.tracking.track;

import dev.plaza.contracts.Place;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Something that happened to an order that its watchers hear of.
///
/// @param position ascending in a feed: milliseconds and a counter within them, as one number that
///     JavaScript can hold
/// @param kind `position`, `status` or `eta`: the event's name on streams
/// @param courierId whose position it is; empty for other kinds
/// @param data JSON of [At], [Status] or [Eta]
record FeedEvent(long position, String kind, String courierId, String data) {

  static final String POSITION = "position";
  static final String STATUS = "status";
  static final String ETA = "eta";

  private static final int COUNTER_BITS = 12;
  private static final long COUNTER_MAX = (1L << COUNTER_BITS) - 1;

  /// Where the courier was.
  record At(Place location, Instant ts, @Nullable Double speedMps, @Nullable Double bearingDeg) {}

  /// What became of the order.
  record Status(String status) {}

  /// An event that has no position yet.
  ///
  /// @param kind of the event, or `ended` for a status after which no position may follow
  /// @param track events of a track replace each other: only a higher `rank` is taken
  /// @param ms when tracking learned of it
  record Draft(String kind, String track, long ms, long rank, String courierId, String data) {

    static final String ENDED = "ended";
  }

  static long position(long ms, long counter) {
    return (ms << COUNTER_BITS) | Math.min(counter, COUNTER_MAX);
  }

  static long ms(long position) {
    return position >> COUNTER_BITS;
  }

  static long counter(long position) {
    return position & COUNTER_MAX;
  }
}
