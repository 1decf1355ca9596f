package dev.plaza.bench.limit.gateway;

import dev.plaza.bench.limit.gateway.GatewayUnderBench.Way;
import dev.plaza.infra.EmbeddedOptions;
import dev.plaza.infra.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;

/// What a limiter adds to a request in a running gateway: three gateways that differ in nothing
/// else, side by side before one upstream and one Redis. They take turns in short rounds, so that
/// whatever else the machine does concerns all alike; one connection asks in a closed loop.
///
/// Then one user floods each: what it lets through above B + r·t.
public final class GatewayBench {

  private static final int ROUNDS = 20;
  private static final int WARM_UPS_MAX = 12;
  private static final int WARM_UP_CALLERS = 4;
  private static final double COMPILING_MAX = 0.1;
  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final Duration ROUND = Duration.ofMillis(1500);
  private static final long ENDLESS = 1_000_000;
  private static final long RATE = 100;
  private static final long BURST = 100;
  private static final int FLOODERS = 4;
  private static final int WARM_FLOODS = 5;
  private static final Duration FLOOD = Duration.ofSeconds(3);

  /// What one way took in all rounds.
  private static final class Taken {
    final GatewayUnderBench gateway;
    final List<long[]> nanos = new ArrayList<>();
    double cpu;

    Taken(GatewayUnderBench gateway) {
      this.gateway = gateway;
    }

    void round() throws IOException, InterruptedException {
      double before = gateway.cpu();
      nanos.add(ask(gateway, ROUND, true));
      cpu += gateway.cpu() - before;
    }

    long[] sorted() {
      return nanos.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    }
  }

  private GatewayBench() {}

  public static void run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("plaza-bench-gateway");
    try (var redis = RedisServer.start(EmbeddedOptions.forTests(folder, folder));
        var upstream = new Upstream()) {
      latency(folder, upstream, redis.url());
      flood(folder, upstream, redis.url());
    } finally {
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(it -> it.toFile().delete());
      }
    }
  }

  private static void latency(Path folder, Upstream upstream, String redis)
      throws IOException, InterruptedException {
    var all = new ArrayList<Taken>();
    try {
      for (Way way : Way.values()) {
        var gateway = GatewayUnderBench.start(way, folder, upstream, redis, ENDLESS, ENDLESS);
        all.add(new Taken(gateway));
        warmUp(gateway);
      }
      for (int round = 0; round < ROUNDS; round++) {
        for (Taken it : all) {
          it.round();
        }
      }
    } finally {
      for (Taken it : all) {
        it.gateway.close();
      }
    }
    print(all);
    printInFilter(all);
  }

  /// Until its JIT compilers are nearly at rest.
  private static void warmUp(GatewayUnderBench gateway) throws IOException, InterruptedException {
    for (int round = 1; round <= WARM_UPS_MAX; round++) {
      double cpu = gateway.cpu();
      double compiling = gateway.compiling();
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < WARM_UP_CALLERS; i++) {
          var _ = threads.submit(() -> ask(gateway, WARM_UP, false));
        }
      }
      double share = (gateway.compiling() - compiling) / (gateway.cpu() - cpu);
      System.out.printf(
          "%s, warm-up %d: %.0f %% of the CPU for compiling%n",
          gateway.way.title, round, share * 100);
      if (share < COMPILING_MAX) {
        return;
      }
    }
  }

  /// What is left of the first row is the probes themselves.
  private static void printInFilter(List<Taken> all) throws IOException {
    System.out.printf(
        "%ninside the filter and at the head of the answer%n%-36s %9s %8s %8s %8s%n",
        "", "requests", "p50 us", "p99 us", "p99.9 us");
    for (Taken it : all) {
      FilterTime time = it.gateway.inFilter();
      System.out.printf(
          "%-36s %9d %8.1f %8.1f %8.1f%n",
          it.gateway.way.title, time.requests(), time.p50(), time.p99(), time.p999());
    }
  }

  /// One user, one connection, one request after the other; how long each took.
  private static long[] ask(GatewayUnderBench gateway, Duration length, boolean measured)
      throws IOException, InterruptedException {
    var nanos = new long[200_000];
    int count = 0;
    try (var caller = new Caller(gateway.port(), gateway.token("alice"), measured)) {
      long until = System.nanoTime() + length.toNanos();
      for (long began = System.nanoTime(); began - until < 0; began = System.nanoTime()) {
        int status = caller.call();
        if (status != 200) {
          throw new IllegalStateException(gateway.way + " answers " + status);
        }
        nanos[count++ % nanos.length] = System.nanoTime() - began;
      }
    }
    return Arrays.copyOf(nanos, Math.min(count, nanos.length));
  }

  private static void print(List<Taken> all) {
    System.out.printf(
        "%none connection, %d rounds of %d ms each, in turn%n%-36s %9s %8s %8s %8s %8s %10s %10s%n",
        ROUNDS,
        ROUND.toMillis(),
        "",
        "requests",
        "p50 us",
        "p90 us",
        "p99 us",
        "CPU us",
        "added p50",
        "added p99");
    Taken none = all.getFirst();
    for (Taken it : all) {
      long[] sorted = it.sorted();
      System.out.printf(
          "%-36s %9d %8.0f %8.0f %8.0f %8.0f %10.0f %10.0f%n",
          it.gateway.way.title,
          sorted.length,
          at(sorted, 0.5),
          at(sorted, 0.9),
          at(sorted, 0.99),
          it.cpu * 1e6 / sorted.length,
          added(it, none, 0.5),
          added(it, none, 0.99));
    }
  }

  /// The median of the rounds: what disturbs one round disturbs no other.
  private static double added(Taken taken, Taken none, double part) {
    var added = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      added[i] = at(sorted(taken.nanos.get(i)), part) - at(sorted(none.nanos.get(i)), part);
    }
    Arrays.sort(added);
    return added[ROUNDS / 2];
  }

  private static long[] sorted(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  /// In microseconds.
  private static double at(long[] sorted, double part) {
    return sorted[(int) (sorted.length * part)] / 1e3;
  }

  private static void flood(Path folder, Upstream upstream, String redis)
      throws IOException, InterruptedException {
    System.out.printf(
        "%none user of %d/s, burst %d, floods for %d s, from 70 ms before a second begins%n"
            + "%-36s %9s %9s %9s%n",
        RATE, BURST, FLOOD.toSeconds(), "", "answers", "admitted", "excess");
    for (Way way : List.of(Way.PLAZA, Way.FRAMEWORK)) {
      try (var gateway = GatewayUnderBench.start(way, folder, upstream, redis, RATE, BURST)) {
        // Refusals have a path of their own, which must be warm too.
        for (int i = 0; i < WARM_FLOODS; i++) {
          flood(gateway, gateway.token("warm"));
        }
        var log = flood(gateway, gateway.token("flooder"));
        var admitted = log.stream().filter(it -> it.status == 200).toList();
        System.out.printf(
            "%-36s %9d %9d %9.0f%n", way.title, log.size(), admitted.size(), excess(admitted));
      }
    }
  }

  private record Answer(long sent, long at, int status) {}

  private static List<Answer> flood(GatewayUnderBench gateway, String token)
      throws InterruptedException {
    var log = new ConcurrentLinkedQueue<Answer>();
    long untilSecond = 1_000 - System.currentTimeMillis() % 1_000;
    Thread.sleep((untilSecond + 930) % 1_000);
    long until = System.nanoTime() + FLOOD.toNanos();
    try (var threads = Executors.newFixedThreadPool(FLOODERS)) {
      for (int i = 0; i < FLOODERS; i++) {
        var _ =
            threads.submit(
                () -> {
                  try (var caller = new Caller(gateway.port(), token, false)) {
                    for (long sent = System.nanoTime();
                        sent - until < 0;
                        sent = System.nanoTime()) {
                      int status = caller.call();
                      log.add(new Answer(sent, System.nanoTime(), status));
                    }
                  }
                  return null;
                });
      }
    }
    return List.copyOf(log);
  }

  /// The most that was admitted above the curve in any interval; what was sent and answered within
  /// it counts, so the measurement never adds anything.
  private static double excess(List<Answer> admitted) {
    var byEnd = admitted.stream().sorted(Comparator.comparingLong(Answer::at)).toList();
    double most = Double.NEGATIVE_INFINITY;
    for (Answer first : admitted) {
      int count = 0;
      for (Answer last : byEnd) {
        if (last.sent - first.sent >= 0) {
          double seconds = (last.at - first.sent) / 1e9;
          most = Math.max(most, ++count - BURST - RATE * seconds);
        }
      }
    }
    return most;
  }
}
