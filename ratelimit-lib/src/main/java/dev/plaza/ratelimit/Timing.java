package dev.plaza.ratelimit;

/// Time as the limiter needs it; tests own it.
public interface Timing extends AutoCloseable {

  /// A clock that never steps. Leases and waits are measured by it.
  long nanos();

  /// [#nanos] of a moment ago, for less than the price of a decision. Being late, it makes leases
  /// live a little longer, which no bound depends on.
  long recentNanos();

  /// The time of day in microseconds since 1970: for headers, and for a first guess of the day.
  long epochMicros();

  /// Runs the task once, on any thread.
  void after(long nanos, Runnable task);

  @Override
  void close();

  static Timing system() {
    return new SystemTiming();
  }
}
