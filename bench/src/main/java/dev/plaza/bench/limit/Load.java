package dev.plaza.bench.limit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// Threads that ask as fast as they can, or at a pace, and what came of it.
final class Load {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int ADMISSIONS_MAX = 4_000_000;

  /// @param keys which key is asked next
  /// @param perSecond all threads together; 0 for as fast as they can
  /// @param remembers the time of each admission
  @SuppressWarnings("ArrayRecordComponent") // made once, read by all threads
  record Plan(
      int threads, int nodes, Duration length, int[] keys, int perSecond, boolean remembers) {}

  /// @param cpuNanos of the asking threads, where they did nothing else
  /// @param latencies nanos, sorted, of a sample
  @SuppressWarnings("ArrayRecordComponent") // millions of times
  record Outcome(
      long decisions, double seconds, long cpuNanos, long[] admittedAt, long[] latencies) {

    double perSecond() {
      return decisions / seconds;
    }

    double p99Micros() {
      return latencies.length == 0 ? 0 : latencies[(int) (latencies.length * 0.99)] / 1e3;
    }
  }

  private Load() {}

  static void pause(Duration length) {
    long until = System.nanoTime() + length.toNanos();
    while (until - System.nanoTime() > 0) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }

  static Outcome run(Contender contender, Plan plan) {
    var ready = new CountDownLatch(plan.threads());
    var workers = new Worker[plan.threads()];
    var threads = new Thread[plan.threads()];
    var failure = new AtomicReference<Throwable>();
    for (int i = 0; i < workers.length; i++) {
      var worker = new Worker(contender.taking(), plan, i, ready);
      workers[i] = worker;
      threads[i] =
          Thread.ofPlatform().uncaughtExceptionHandler((_, e) -> failure.set(e)).start(worker);
    }
    for (Thread it : threads) {
      try {
        it.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    if (failure.get() != null) {
      throw new IllegalStateException(contender.name(), failure.get());
    }
    long began = Arrays.stream(workers).mapToLong(it -> it.began).min().orElseThrow();
    double seconds = (System.nanoTime() - began) / 1e9;
    return new Outcome(
        Arrays.stream(workers).mapToLong(it -> it.decisions).sum(),
        seconds,
        Arrays.stream(workers).mapToLong(it -> it.cpuNanos).sum(),
        Arrays.stream(workers)
            .flatMapToLong(it -> Arrays.stream(it.admittedAt, 0, it.admitted))
            .toArray(),
        Arrays.stream(workers)
            .flatMapToLong(it -> Arrays.stream(it.latencies, 0, it.sampled))
            .sorted()
            .toArray());
  }

  private static final class Worker implements Runnable {
    private static final int SAMPLES_MAX = 200_000;
    private final Contender.Taking taking;
    private final Plan plan;
    private final int number;
    private final CountDownLatch ready;
    private final long[] admittedAt;
    private final long[] latencies = new long[SAMPLES_MAX];
    private int admitted;
    private int sampled;
    private long decisions;
    private long cpuNanos;
    private long began;

    Worker(Contender.Taking taking, Plan plan, int number, CountDownLatch ready) {
      this.taking = taking;
      this.plan = plan;
      this.number = number;
      this.ready = ready;
      this.admittedAt = new long[plan.remembers() ? ADMISSIONS_MAX / plan.threads() : 0];
    }

    @Override
    public void run() {
      ready.countDown();
      try {
        ready.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      began = System.nanoTime();
      if (plan.remembers() || plan.perSecond() > 0) {
        carefully();
      } else {
        quickly();
      }
    }

    /// Nothing but deciding, for so much CPU time: a busy machine makes it longer, not different.
    private void quickly() {
      int node = number % plan.nodes();
      int[] keys = plan.keys();
      int at = number * (keys.length / plan.threads());
      long cpuBegan = THREADS.getCurrentThreadCpuTime();
      while (cpuNanos < plan.length().toNanos()) {
        for (int i = 0; i < 4096; i++) {
          taking.take(node, keys[at]);
          at = at + 1 == keys.length ? 0 : at + 1;
        }
        decisions += 4096;
        cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuBegan;
      }
    }

    private void carefully() {
      int node = number % plan.nodes();
      int[] keys = plan.keys();
      int at = number * (keys.length / plan.threads());
      long until = began + plan.length().toNanos();
      double every = plan.perSecond() == 0 ? 0 : 1e9 * plan.threads() / plan.perSecond();
      for (long now = began; until - now > 0; now = System.nanoTime()) {
        long due = began + (long) (decisions * every);
        if (every > 0 && due - now > 50_000) {
          LockSupport.parkNanos(due - now);
          continue;
        }
        boolean yes = taking.take(node, keys[at]);
        long done = System.nanoTime();
        if (sampled < SAMPLES_MAX) {
          latencies[sampled++] = done - now;
        }
        if (yes && admitted < admittedAt.length) {
          admittedAt[admitted++] = done;
        }
        decisions++;
        at = at + 1 == keys.length ? 0 : at + 1;
      }
    }
  }
}
