package dev.plaza.bench.quota;

import dev.plaza.infra.Folders;
import dev.plaza.infra.TestTokens;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/// Batches of redemptions over HTTP: the quota service is a process of its own on PostgreSQL and
/// Kafka, and what counts is its CPU time, with what it spends on publishing its log and making it
/// queryable. The clients are another process on the same machine.
///
/// Run: `./plaza bench quota http [seconds [batch [recording.jfr]]]`, default 15 and 100.
final class HttpLoad {

  private static final int CLIENTS = 16;
  private static final int WARM_UPS_MAX = 20;
  private static final double COMPILING_MAX = 0.05;
  private static final long LIMIT = 1L << 39;
  private static final String DONE = "\"http_status\":201";

  private final HttpClient http = HttpClient.newHttpClient();
  private final String token = TestTokens.token("order-service", "service");
  private final QuotaProcess service;
  private final String offer;
  private final int batch;

  private HttpLoad(QuotaProcess service, String offer, int batch) {
    this.service = service;
    this.offer = offer;
    this.batch = batch;
  }

  /// What one client did: how many were redeemed, and how long each request took.
  private record Share(long redeemed, List<Long> nanos) {}

  static void main(String[] args) throws Exception {
    int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 15;
    int batch = args.length > 1 ? Integer.parseInt(args[1]) : 100;
    Path folder = Files.createTempDirectory("plaza-bench-quota-http");
    try (var service = new QuotaProcess(folder, args.length > 2 ? args[2] : "")) {
      service.offer("HOT", LIMIT);
      var load = new HttpLoad(service, "HOT", batch);
      load.warmUp(Duration.ofSeconds(seconds));
      load.measure(Duration.ofSeconds(seconds));
    } finally {
      Folders.delete(folder);
    }
  }

  /// Until the JIT compilers are nearly at rest: on two cores that takes minutes.
  private void warmUp(Duration length) throws Exception {
    for (int round = 1; round <= WARM_UPS_MAX; round++) {
      Duration cpu = service.cpu();
      Duration compiling = service.compiling();
      run(length);
      drain();
      double share =
          (double) service.compiling().minus(compiling).toNanos()
              / service.cpu().minus(cpu).toNanos();
      System.out.printf("warm-up %d: %.0f %% of the CPU for compiling%n", round, share * 100);
      if (share < COMPILING_MAX) {
        return;
      }
    }
  }

  private void measure(Duration length) throws Exception {
    Duration before = service.cpu();
    Duration compiling = service.compiling();
    long began = System.nanoTime();
    List<Share> shares = run(length);
    double seconds = (System.nanoTime() - began) / 1e9;
    long answered = service.cpu().minus(before).toNanos();
    double jit = (double) service.compiling().minus(compiling).toNanos() / answered;
    long lag = service.lag();
    drain();
    long all = service.cpu().minus(before).toNanos();
    long redeemed = shares.stream().mapToLong(Share::redeemed).sum();
    long[] nanos = shares.stream().flatMapToLong(HttpLoad::nanos).sorted().toArray();
    System.out.printf(
        "batches of %d, %d clients: %,.0f redemptions/s, p50 %.1f ms, p99 %.1f ms%n",
        batch, CLIENTS, redeemed / seconds, nanos[nanos.length / 2] / 1e6, at99(nanos) / 1e6);
    System.out.printf(
        "CPU of the service per redemption: %.1f µs until answered (%.0f %% of it compiling;"
            + " %,.0f/s per core, %,d records still to be published), %.1f µs until all is"
            + " queryable (%,.0f/s per core)%n",
        answered / 1e3 / redeemed,
        jit * 100,
        redeemed * 1e9 / answered,
        lag,
        all / 1e3 / redeemed,
        redeemed * 1e9 / all);
  }

  private static LongStream nanos(Share it) {
    return it.nanos.stream().mapToLong(Long::longValue);
  }

  private static long at99(long[] sorted) {
    return sorted[(int) (sorted.length * 0.99)];
  }

  private List<Share> run(Duration length) throws Exception {
    long until = System.nanoTime() + length.toNanos();
    var clients = new ArrayList<Callable<Share>>();
    for (int number = 0; number < CLIENTS; number++) {
      var random = new SplittableRandom(System.nanoTime());
      clients.add(() -> client(random, until));
    }
    var shares = new ArrayList<Share>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Share> it : threads.invokeAll(clients)) {
        shares.add(it.get());
      }
    }
    return shares;
  }

  private Share client(SplittableRandom random, long until) throws Exception {
    var nanos = new ArrayList<Long>();
    long redeemed = 0;
    while (System.nanoTime() < until) {
      var request =
          service
              .request("/redemptions/batch", token)
              .POST(HttpRequest.BodyPublishers.ofString(body(random)))
              .build();
      long began = System.nanoTime();
      String answer = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
      nanos.add(System.nanoTime() - began);
      for (int at = answer.indexOf(DONE); at >= 0; at = answer.indexOf(DONE, at + 1)) {
        redeemed++;
      }
    }
    return new Share(redeemed, nanos);
  }

  private String body(SplittableRandom random) {
    var body = new StringBuilder("{\"items\":[");
    for (int at = 0; at < batch; at++) {
      var guid =
          new UUID(
              (random.nextLong() & ~0xF000L) | 0x4000L, (random.nextLong() >>> 2) | (1L << 63));
      body.append(at == 0 ? "" : ",")
          .append("{\"guid\":\"")
          .append(guid)
          .append("\",\"offer_id\":\"")
          .append(offer)
          .append("\",\"user_id\":\"user-")
          .append(random.nextInt(100_000_000))
          .append("\",\"order_id\":\"")
          .append(guid)
          .append("\"}");
    }
    return body.append("]}").toString();
  }

  /// Until nothing is left to publish, and the service is at rest.
  private void drain() throws Exception {
    Duration before = service.cpu();
    while (true) {
      TimeUnit.SECONDS.sleep(1);
      Duration now = service.cpu();
      if (service.lag() == 0 && now.minus(before).toMillis() < 100) {
        return;
      }
      before = now;
    }
  }
}
