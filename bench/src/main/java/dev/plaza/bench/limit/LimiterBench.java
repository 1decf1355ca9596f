package dev.plaza.bench.limit;

import dev.plaza.bench.limit.Contender.Allowance;
import dev.plaza.bench.limit.gateway.GatewayBench;
import dev.plaza.infra.EmbeddedOptions;
import dev.plaza.infra.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/// The limiter beside its peers, in one run and on one real Redis, each with what it lets through
/// too much. CPU time per decision is the figure to trust on a machine that does other things.
///
///  - W1: one hot key, far below its limit, in process: what a decision costs.
///  - W2: the same over 100,000 keys, Zipf 1.1.
///  - W3: 10,000 tenants, Zipf 1.0, 20,000 requests a second: what Redis is asked.
///  - jmh: W1 and W2 on one thread, by JMH, with the garbage of a decision.
///  - gateway: what it adds to a request in a running gateway; by itself.
///  - W4: one key of 1,000/s, burst 1,000, flooded at four nodes at once: what gets through.
public final class LimiterBench {

  private static final int HOT_THREADS = 2;
  private static final int REDIS_THREADS = 16;
  private static final int NODES = 4;
  private static final Duration WARM_UP = Duration.ofSeconds(2);
  private static final Duration LENGTH = Duration.ofSeconds(3);

  /// Long enough that what strict nodes hold at the end does not decide.
  private static final Duration FLOOD = Duration.ofSeconds(15);

  private static final Allowance FLOODED = new Allowance(1_000, 1_000);
  private static final Allowance TENANTS = new Allowance(1_000, 2_000);
  private static final int TENANTS_PER_SECOND = 20_000;

  private final String url;
  private final Meters meters;

  private LimiterBench(String url, Meters meters) {
    this.url = url;
    this.meters = meters;
  }

  /// Makes a contender over some keys.
  @FunctionalInterface
  private interface Making {
    Contender over(String url, int nodes, String[] keys, Allowance allowance);
  }

  private static final List<Making> IN_PROCESS =
      List.of(
          PlazaLimiters::kept,
          PlazaLimiters::made,
          (_, _, keys, allowance) -> LocalPeers.bucket4j(keys, allowance),
          (_, _, keys, allowance) -> LocalPeers.resilience4j(keys, allowance));

  private static final List<Making> ON_REDIS =
      List.of(
          PlazaLimiters::made,
          PlazaLimiters::strict,
          RedisPeers::gcra,
          RedisPeers::springCloudGateway,
          RedisPeers::bucket4j,
          RedisPeers::bucket4jBatching,
          RedisPeers::bucket4jDelaying,
          RedisPeers::redisson);

  public static void main(String[] args) throws IOException, InterruptedException {
    if (List.of(args).equals(List.of("gateway"))) {
      GatewayBench.run();
      return;
    }
    List<String> wanted =
        args.length == 0 ? List.of("W1", "W2", "W3", "W4", "memory") : List.of(args);
    Path folder = Files.createTempDirectory("plaza-bench-limiter");
    try (var server = RedisServer.start(EmbeddedOptions.forTests(folder, folder));
        var meters = new Meters(server.url())) {
      var bench = new LimiterBench(server.url(), meters);
      wanted.forEach(bench::run);
    } finally {
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(it -> it.toFile().delete());
      }
    }
    System.exit(0);
  }

  private void run(String workload) {
    switch (workload) {
      case "W1" -> inProcess("W1: one hot key", new String[] {"hot"}, new int[HOT_THREADS * 1024]);
      case "W2" ->
          inProcess("W2: 100,000 keys, Zipf 1.1", Keys.named(100_000), Keys.zipf(100_000, 1.1));
      case "W3" -> tenants();
      case "W4" -> flood();
      case "memory" -> memory();
      case "jmh" -> HotPath.run(url);
      default ->
          throw new IllegalArgumentException(
              "W1, W2, W3, W4, memory, jmh or gateway, not " + workload);
    }
  }

  private void inProcess(String title, String[] keys, int[] drawn) {
    System.out.printf(
        "%n%s%n%-36s %12s %12s %14s %10s%n",
        title, "", "M/s per core", "CPU ns each", "Redis calls", "decisions");
    for (Making making : IN_PROCESS) {
      meters.flush();
      try (var contender = making.over(url, 1, keys, Allowance.ENDLESS)) {
        for (int key = 0; key < keys.length; key++) {
          contender.taking().take(0, key);
        }
        Load.run(contender, new Load.Plan(HOT_THREADS, 1, WARM_UP, drawn, 0, false));
        var before = meters.read();
        var outcome = Load.run(contender, new Load.Plan(HOT_THREADS, 1, LENGTH, drawn, 0, false));
        var after = meters.read();
        double nanos = (double) outcome.cpuNanos() / outcome.decisions();
        System.out.printf(
            "%-36s %12.1f %12.0f %14.6f %10d%n",
            contender.name(),
            1e3 / nanos,
            nanos,
            (double) after.calls(before, contender.calls()) / outcome.decisions(),
            outcome.decisions());
      }
    }
  }

  private void tenants() {
    meters.flush();
    try (var warming = RedisPeers.gcra(url, NODES, Keys.named(100), TENANTS)) {
      // Whoever comes first must not pay for what all use.
      Load.run(
          warming,
          new Load.Plan(
              REDIS_THREADS, NODES, WARM_UP, Keys.zipf(100, 1.0), TENANTS_PER_SECOND, false));
    }
    System.out.printf(
        "%nW3: 10,000 tenants, Zipf 1.0, %,d/s%n%-36s %10s %12s %12s %12s %10s%n",
        TENANTS_PER_SECOND, "", "per s", "CPU us each", "of Redis", "Redis calls", "p99 us");
    for (Making making : ON_REDIS) {
      meters.flush();
      try (var contender = making.over(url, NODES, Keys.named(10_000), TENANTS)) {
        int[] drawn = Keys.zipf(10_000, 1.0);
        Load.run(
            contender,
            new Load.Plan(REDIS_THREADS, NODES, WARM_UP, drawn, TENANTS_PER_SECOND, false));
        var before = meters.read();
        var outcome =
            Load.run(
                contender,
                new Load.Plan(REDIS_THREADS, NODES, LENGTH, drawn, TENANTS_PER_SECOND, false));
        var after = meters.read();
        System.out.printf(
            "%-36s %10.0f %12.2f %12.2f %12.3f %10.0f%n",
            contender.name(),
            outcome.perSecond(),
            after.own(before) * 1e6 / outcome.decisions(),
            after.redis(before) * 1e6 / outcome.decisions(),
            (double) after.calls(before, contender.calls()) / outcome.decisions(),
            outcome.p99Micros());
      }
    }
  }

  private void flood() {
    System.out.printf(
        "%nW4: 1,000/s, burst 1,000, flooded at %d nodes for %d s%n%-36s %10s %12s %12s %12s %9s"
            + " %9s%n",
        NODES,
        FLOOD.toSeconds(),
        "",
        "per s",
        "CPU us each",
        "of Redis",
        "Redis calls",
        "excess",
        "admitted");
    for (Making making : ON_REDIS) {
      meters.flush();
      try (var contender = making.over(url, NODES, new String[] {"warm", "flooded"}, FLOODED)) {
        var warm = new int[REDIS_THREADS];
        Load.run(contender, new Load.Plan(REDIS_THREADS, NODES, WARM_UP, warm, 0, true));
        var flooded = new int[REDIS_THREADS];
        java.util.Arrays.fill(flooded, 1);
        var before = meters.read();
        var outcome =
            Load.run(contender, new Load.Plan(REDIS_THREADS, NODES, FLOOD, flooded, 0, true));
        var after = meters.read();
        System.out.printf(
            "%-36s %10.0f %12.2f %12.2f %12.4f %9.0f %9.3f%n",
            contender.name(),
            outcome.perSecond(),
            after.own(before) * 1e6 / outcome.decisions(),
            after.redis(before) * 1e6 / outcome.decisions(),
            (double) after.calls(before, contender.calls()) / outcome.decisions(),
            Curve.excess(outcome.admittedAt(), FLOODED),
            Curve.share(outcome.admittedAt(), FLOODED, outcome.seconds()));
      }
    }
  }

  /// What a key costs that was asked for some times and holds tokens.
  private void memory() {
    int count = 20_000;
    meters.flush();
    long redisBefore = meters.redisBytes();
    try (var contender = PlazaLimiters.made(url, 1, Keys.named(count), new Allowance(1, 3_600))) {
      long before = heap();
      for (int i = 0; i < 40 * count; i++) {
        contender.taking().take(0, i % count);
      }
      System.out.printf(
          "%nmemory per key: %d bytes in process, %d in Redis while the bucket is not full"
              + " (%d of %d keys)%n",
          (heap() - before) / count,
          (meters.redisBytes() - redisBefore) / Math.max(1, meters.redisKeys()),
          meters.redisKeys(),
          count);
    }
  }

  private static long heap() {
    var runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
