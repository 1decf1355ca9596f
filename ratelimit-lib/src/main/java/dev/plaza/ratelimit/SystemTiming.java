package dev.plaza.ratelimit;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The machine's time. One thread reads the clock every millisecond on behalf of all decisions:
/// reading it in each would cost more than the decision.
final class SystemTiming implements Timing {

  private static final long TICK_NANOS = 1_000_000;

  private final Clock clock = Clock.systemUTC();
  private final ScheduledThreadPoolExecutor timer;
  private volatile long recent = System.nanoTime();
  private volatile boolean closed;

  SystemTiming() {
    timer =
        new ScheduledThreadPoolExecutor(
            1, task -> Thread.ofPlatform().daemon().name("ratelimit-timer").unstarted(task));
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    Thread.ofPlatform().daemon().name("ratelimit-clock").start(this::tick);
  }

  private void tick() {
    while (!closed) {
      recent = System.nanoTime();
      LockSupport.parkNanos(TICK_NANOS);
    }
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public long recentNanos() {
    return recent;
  }

  @Override
  public long epochMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }

  @Override
  public void after(long nanos, Runnable task) {
    try {
      var _ = timer.schedule(task, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      if (!closed) {
        throw e;
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    timer.shutdown();
  }
}
