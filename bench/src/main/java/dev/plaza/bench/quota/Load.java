package dev.plaza.bench.quota;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/// Clients in a closed loop, or each at its pace with latencies counted from when a request was
/// due. Latencies of the first third are not counted: connections, code and rights are new then.
final class Load {

  private static final int SAMPLES_MAX = 200_000;

  /// @param cpuMicros per decision, of this process and the servers
  /// @param p50 latency of a batch, milliseconds
  record Outcome(
      long decisions, long redeemed, double seconds, double cpuMicros, double p50, double p99) {

    double perSecond() {
      return decisions / seconds;
    }
  }

  private static final class Client {
    private final long[] nanos = new long[SAMPLES_MAX];
    private final long countFrom;
    private final long delay;
    private long samples;
    private long batches;
    private long redeemed;

    Client(long countFrom, long delay) {
      this.countFrom = countFrom;
      this.delay = delay;
    }

    void run(Contender it, Traffic traffic, int number, int size, long until, double pace) {
      var random = new SplittableRandom(number);
      long run = System.nanoTime();
      // Clients at a pace begin one after the other, else all of them would ask at one moment.
      long due = run + delay;
      while (due < until && System.nanoTime() < until) {
        var batch = new ArrayList<Contender.Request>(size);
        for (int at = 0; at < size; at++) {
          var id = new UUID(run, (long) number << 40 | batches * size + at);
          batch.add(new Contender.Request(id, traffic.next(random), id));
        }
        LockSupport.parkNanos(pace == 0 ? 0 : due - System.nanoTime());
        long began = pace == 0 ? System.nanoTime() : due;
        try {
          redeemed += it.redeem(number, batch);
        } catch (Exception failure) {
          throw new IllegalStateException(failure);
        }
        batches++;
        if (began >= countFrom) {
          nanos[(int) (samples++ % SAMPLES_MAX)] = System.nanoTime() - began;
        }
        due += (long) pace;
      }
    }

    LongStream samples() {
      return Arrays.stream(nanos, 0, (int) Math.min(samples, SAMPLES_MAX));
    }
  }

  private Load() {}

  /// @param perSecond decisions of all clients together; 0 for as many as they can
  static Outcome run(
      Contender it, Traffic traffic, int clients, int batch, Duration length, double perSecond)
      throws InterruptedException {
    double pace = perSecond == 0 ? 0 : 1e9 * clients * batch / perSecond;
    long cpu = cpuNanos(it);
    long began = System.nanoTime();
    long until = began + length.toNanos();
    List<Client> all = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < clients; number++) {
      var client =
          new Client(began + length.dividedBy(3).toNanos(), (long) (pace * number / clients));
      int mine = number;
      all.add(client);
      threads.add(
          Thread.ofVirtual().start(() -> client.run(it, traffic, mine, batch, until, pace)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    long decisions = all.stream().mapToLong(one -> one.batches * batch).sum();
    double cpuMicros = (cpuNanos(it) - cpu) / 1e3 / decisions;
    long[] nanos = all.stream().flatMapToLong(Client::samples).sorted().toArray();
    return new Outcome(
        decisions,
        all.stream().mapToLong(one -> one.redeemed).sum(),
        seconds,
        cpuMicros,
        nanos[nanos.length / 2] / 1e6,
        nanos[(int) (nanos.length * 0.99)] / 1e6);
  }

  private static long cpuNanos(Contender it) {
    return Contender.cpu(ProcessHandle.current().pid(), false).plus(it.serverCpu()).toNanos();
  }
}
