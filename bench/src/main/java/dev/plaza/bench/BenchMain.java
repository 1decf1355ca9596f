package dev.plaza.bench;

import dev.plaza.bench.http.HttpBench;
import dev.plaza.bench.limit.LimiterBench;
import dev.plaza.bench.notify.NotifyBench;
import dev.plaza.bench.outbox.OutboxBench;
import dev.plaza.bench.quota.QuotaBench;
import dev.plaza.bench.search.SearchBench;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Runs a benchmark by name; without one, lists them.
public final class BenchMain {

  private static final Map<String, Bench> BENCHES = new LinkedHashMap<>();

  static {
    BENCHES.put(
        "search", new Bench("places near a point, beside PostgreSQL and Redis", SearchBench::main));
    BENCHES.put(
        "outbox", new Bench("events/s, beside namastack-outbox, with kill -9", OutboxBench::main));
    BENCHES.put(
        "limiter",
        new Bench("decisions, beside Bucket4j, Redisson and others", LimiterBench::main));
    BENCHES.put("quota", new Bench("redemptions, beside PostgreSQL and Redis", QuotaBench::main));
    BENCHES.put(
        "http",
        new Bench(
            "price, order and positions per second on the running platform", HttpBench::main));
    BENCHES.put(
        "notify",
        new Bench("acceptance, campaigns, lists; beside Angus Mail and BullMQ", NotifyBench::main));
  }

  private BenchMain() {}

  private record Bench(String what, Main main) {}

  /// A benchmark's entry.
  @FunctionalInterface
  private interface Main {
    void run(String[] args) throws Exception;
  }

  public static void main(String[] args) {
    Bench bench = args.length == 0 ? null : BENCHES.get(args[0]);
    if (bench == null) {
      BENCHES.forEach((name, it) -> System.out.printf("  %-10s  %s%n", name, it.what()));
      System.exit(args.length == 0 ? 0 : 2);
      return;
    }
    try {
      bench.main().run(List.of(args).subList(1, args.length).toArray(String[]::new));
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
    // Clients and servers leave threads behind that nobody needs any more.
    System.exit(0);
  }
}
