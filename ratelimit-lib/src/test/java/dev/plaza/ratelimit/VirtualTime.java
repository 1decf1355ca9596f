package dev.plaza.ratelimit;

import java.util.PriorityQueue;

/// Time that passes only when a test says so. Everything happens on the thread of the test, in the
/// order of time.
final class VirtualTime implements Timing {

  private record Event(long at, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  static final long EPOCH_MICROS = 1_800_000_000_000_000L;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now = 1_000_000_000_000L;
  private long order;

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public long recentNanos() {
    return now;
  }

  @Override
  public long epochMicros() {
    return EPOCH_MICROS + now / 1000;
  }

  @Override
  public void after(long nanos, Runnable task) {
    events.add(new Event(now + Math.max(0, nanos), order++, task));
  }

  /// Lets time pass, and what is due in it happen.
  void pass(long nanos) {
    var until = now + nanos;
    while (!events.isEmpty() && events.peek().at <= until) {
      var event = events.remove();
      now = Math.max(now, event.at);
      event.action.run();
    }
    now = until;
  }

  void passMillis(long millis) {
    pass(millis * 1_000_000);
  }

  /// Lets so much time pass that nothing regular can be played; all of it is due afterwards.
  void leap(long nanos) {
    now += nanos;
  }

  @Override
  public void close() {
    events.clear();
  }
}
