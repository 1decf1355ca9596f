package dev.plaza.bench.quota;

import dev.plaza.infra.EmbeddedOptions;
import dev.plaza.infra.Folders;
import dev.plaza.infra.PostgresServer;
import dev.plaza.infra.RedisServer;
import dev.plaza.quota.shard.ShardSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/// W6: 64 clients redeem, on one offer, on 100,000 offers by popularity, and in a flash sale: the
/// engine of the quota service in process, a conditional update in PostgreSQL (durable and with
/// asynchronous commit), a script in Redis (AOF with fsync, and memory only). Same run, same
/// GUIDs, each client in a closed loop; CPU time includes the servers'. Then recovery.
///
/// Run: `./plaza bench quota [seconds [recoveryRecords]]`, default 10 and 10,000,000; over HTTP:
/// `./plaza bench quota http`, see [HttpLoad].
public final class QuotaBench {

  private static final int CLIENTS = 64;
  private static final int SHARDS = 2;

  private final Duration length;
  private final PostgresServer postgres;
  private final RedisServer redis;
  private final Path folder;

  private QuotaBench(Duration length, Path folder) {
    this.length = length;
    this.folder = folder;
    EmbeddedOptions it =
        EmbeddedOptions.forTests(folder.resolve("servers"), folder.resolve("binaries"));
    var durable =
        new EmbeddedOptions(
            it.folder(),
            it.binaries(),
            it.postgresPort(),
            it.redisPort(),
            it.kafkaPort(),
            it.kafkaControllerPort(),
            true);
    postgres = PostgresServer.start(durable);
    redis = RedisServer.start(durable);
  }

  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("http")) {
      HttpLoad.main(Arrays.copyOfRange(args, 1, args.length));
      return;
    }
    int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 10;
    int records = args.length > 1 ? Integer.parseInt(args[1]) : 10_000_000;
    String only = args.length > 2 ? args[2] : "";
    Path folder = Files.createTempDirectory("plaza-bench-quota");
    var bench = new QuotaBench(Duration.ofSeconds(seconds), folder);
    try (bench.postgres;
        bench.redis) {
      System.out.printf(
          "%-12s %-32s %5s %11s %11s %9s %9s %10s%n",
          "traffic",
          "contender",
          "batch",
          "decisions/s",
          "redeemed/s",
          "p50 ms",
          "p99 ms",
          "CPU µs");
      for (Traffic it :
          List.of(
              Traffic.hot(),
              Traffic.zipf(0.8),
              Traffic.zipf(1.0),
              Traffic.zipf(1.2),
              Traffic.flashSale())) {
        if (it.name().startsWith(only)) {
          bench.compare(it);
        }
      }
      if (records > 0) {
        bench.recover(records);
      }
    } finally {
      Folders.delete(folder);
    }
    System.exit(0);
  }

  private void compare(Traffic traffic) throws Exception {
    for (int batch : new int[] {1, 100}) {
      try (var it = shards(traffic, false)) {
        Load.run(it, traffic, CLIENTS, batch, length.dividedBy(2), 0);
      }
      double perSecond;
      try (var it = shards(traffic, false)) {
        perSecond = print(traffic, it, batch, 0);
      }
      try (var it = shards(traffic, false)) {
        print(traffic, it, batch, perSecond / 2);
      }
      try (var it = shards(traffic, true)) {
        print(traffic, it, batch, 0);
      }
      for (boolean durable : new boolean[] {true, false}) {
        try (var it = new PostgresContender(postgres, traffic, CLIENTS, durable)) {
          print(traffic, it, batch, 0);
        }
        try (var it = new RedisContender(redis, traffic, durable)) {
          print(traffic, it, batch, 0);
        }
      }
    }
  }

  private ShardContender shards(Traffic traffic, boolean fsync) throws Exception {
    Path root = Files.createTempDirectory(folder, "shards");
    return new ShardContender(root, traffic, SHARDS, fsync, 1);
  }

  private double print(Traffic traffic, Contender it, int batch, double perSecond)
      throws Exception {
    Load.Outcome outcome = Load.run(it, traffic, CLIENTS, batch, length, perSecond);
    System.out.printf(
        "%-12s %-32s %5d %11.0f %11.0f %9.2f %9.2f %10.1f  %s%s%n",
        traffic.name(),
        it.name(),
        batch,
        outcome.perSecond(),
        outcome.redeemed() / outcome.seconds(),
        outcome.p50(),
        outcome.p99(),
        outcome.cpuMicros(),
        perSecond > 0 ? "at half of that load " : "",
        it.remark());
    return outcome.perSecond();
  }

  /// Writes so many redemptions, then opens the shards anew: from the log, and from snapshots.
  private void recover(int records) throws Exception {
    Path root = folder.resolve("recovery");
    ShardSettings logOnly = ShardContender.settings(SHARDS, false, ShardContender.NO_SNAPSHOTS);
    try (var it = new ShardContender(root, Traffic.hot(), logOnly, 1)) {
      fill(it, records);
    }
    reopen("the log", root, logOnly, 2, records);
    ShardSettings eager = ShardContender.settings(SHARDS, false, 1 << 20);
    long began = System.nanoTime();
    try (var _ = new ShardContender(root, Traffic.hot(), eager, 3)) {
      while (snapshots(root) < SHARDS) {
        Thread.sleep(100);
      }
    }
    System.out.printf("opened, and snapshots taken: %.1f s%n", (System.nanoTime() - began) / 1e9);
    reopen("snapshots", root, logOnly, 4, records);
  }

  private static void reopen(
      String from, Path root, ShardSettings settings, long epoch, int records) {
    long heapBefore = usedHeap();
    long cpu = Contender.cpu(ProcessHandle.current().pid(), false).toNanos();
    long began = System.nanoTime();
    try (var it = new ShardContender(root, Traffic.hot(), settings, epoch)) {
      double seconds = (System.nanoTime() - began) / 1e9;
      double cpuSeconds =
          (Contender.cpu(ProcessHandle.current().pid(), false).toNanos() - cpu) / 1e9;
      System.out.printf(
          "recovery of %,d records from %s (%d shards): %.1f s, CPU %.1f s, %,.0f records/s,"
              + " %d bytes of heap a GUID and person%n",
          records,
          from,
          SHARDS,
          seconds,
          cpuSeconds,
          records / seconds,
          (usedHeap() - heapBefore) / records);
      it.redeem(0, List.of(new Contender.Request(new UUID(9, 9), 0, new UUID(9, 9))));
    }
  }

  private static long snapshots(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      return files.filter(it -> it.toString().endsWith(".state")).count();
    }
  }

  private static void fill(ShardContender into, int records) {
    var clients =
        IntStream.range(0, 8)
            .mapToObj(
                client ->
                    Thread.ofVirtual()
                        .start(
                            () -> {
                              for (int at = client * 500; at < records; at += 8 * 500) {
                                into.redeem(client, batch(at, Math.min(500, records - at)));
                              }
                            }))
            .toList();
    for (Thread it : clients) {
      try {
        it.join();
      } catch (InterruptedException stopped) {
        throw new IllegalStateException(stopped);
      }
    }
  }

  private static List<Contender.Request> batch(int from, int size) {
    var batch = new ArrayList<Contender.Request>(size);
    for (int at = from; at < from + size; at++) {
      batch.add(new Contender.Request(new UUID(5, at), 0, new UUID(6, at)));
    }
    return batch;
  }

  private static long usedHeap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
