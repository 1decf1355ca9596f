package dev.plaza.bench.http;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.OrderWalk;
import dev.plaza.dev.client.PlazaClient;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Shopper;
import dev.plaza.dev.client.Subject;
import dev.plaza.dev.web.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// How much the running platform does per second, through the gateway, in a closed loop of 16
/// clients: searches, quotes, orders up to the authorised payment, and courier positions. CPU time
/// is that of the platform's JVMs and of all PostgreSQL and Redis processes of the machine, so
/// run it on a quiet machine: `./plaza up --no-city`, then `./plaza bench http [URL [what…]]`.
public final class HttpBench {

  private static final List<String> ALL =
      List.of("search", "price", "order", "positions", "positions-ws");
  private static final int CLIENTS = 16;
  private static final Duration WARM_UP = Duration.ofSeconds(8);
  private static final Duration LENGTH = Duration.ofSeconds(15);
  private static final Point CENTRE = new Point(48.2082, 16.3738);
  private static final int BATCH = 100;
  private static final int CUSTOMERS_EACH = 60;

  private final PlazaClient client;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, Integer> causes = new ConcurrentHashMap<>();

  private HttpBench(URI gateway) {
    this.client = new PlazaClient(gateway);
  }

  /// One request or short journey; false when it did not do what it should.
  @FunctionalInterface
  private interface Step {
    boolean run() throws IOException, InterruptedException;
  }

  /// Makes a client's own step.
  @FunctionalInterface
  private interface Steps {
    Step of(int client) throws IOException, InterruptedException, OrderWalk.Failed;
  }

  public static void main(String[] args) throws Exception {
    String gateway = args.length == 0 ? "http://localhost:8080" : args[0];
    var bench = new HttpBench(URI.create(gateway));
    System.out.printf(
        "%-12s %10s %9s %9s %12s %8s%n",
        "what", "per s", "p50 ms", "p99 ms", "CPU ms each", "failed");
    var wanted = args.length < 2 ? ALL : List.of(args).subList(1, args.length);
    for (String what : wanted) {
      switch (what) {
        case "search" -> bench.measure(what, 1, bench::search);
        case "price" -> bench.measure(what, 1, bench::price);
        case "order" -> bench.measure(what, 1, bench::order);
        case "positions" -> bench.measure(what, BATCH, bench::positions);
        case "positions-ws" -> bench.measure(what, BATCH, bench::positionsBySocket);
        default -> throw new IllegalArgumentException(what + " is none of " + ALL);
      }
    }
    System.exit(0);
  }

  private Step search(int number) {
    var random = new Random(number);
    Session customer = customer(number);
    return () ->
        customer
            .get(
                "/restaurants?geo=%.4f,%.4f&filters=open_now"
                    .formatted(
                        CENTRE.lat() + random.nextGaussian() * 0.01,
                        CENTRE.lon() + random.nextGaussian() * 0.01))
            .ok();
  }

  private Step price(int number) throws IOException, InterruptedException, OrderWalk.Failed {
    var random = new Random(number);
    Session customer = customer(number);
    var priced =
        new OrderWalk(new Shopper(customer, random), random).price(OrderWalk.Wish.at(CENTRE));
    String path = "/cart/" + priced.cartId() + "/price";
    return () -> customer.post(path, Map.of()).ok();
  }

  /// Cart, quote, order, and asking until the payment is authorised.
  private Step order(int number) throws IOException, InterruptedException, OrderWalk.Failed {
    var random = new Random(number);
    var offers =
        new OrderWalk(new Shopper(customer(number), random), random)
            .offers(OrderWalk.Wish.at(CENTRE), 5);
    // Nobody orders every second: customers of one's own keep the risk rules out of it. They have
    // their tokens already, as apps do.
    var customers = new ArrayList<Session>(CUSTOMERS_EACH);
    for (int i = 0; i < CUSTOMERS_EACH; i++) {
      Session customer = customer(CLIENTS + number * CUSTOMERS_EACH + i);
      customer.get("/orders?limit=1");
      customers.add(customer);
    }
    var count = new AtomicInteger();
    return () -> {
      Session customer = customers.get(count.getAndIncrement() % CUSTOMERS_EACH);
      var walk = new OrderWalk(new Shopper(customer, random), random);
      try {
        var placed =
            walk.order(OrderWalk.Wish.at(CENTRE), offers.get(random.nextInt(offers.size())));
        return authorised(customer, placed.orderId());
      } catch (OrderWalk.Failed e) {
        causes.merge(e.step() + ": " + e.cause(), 1, Integer::sum);
        return false;
      }
    };
  }

  private boolean authorised(Session customer, String orderId)
      throws IOException, InterruptedException {
    for (int i = 0; i < 150; i++) {
      String status = customer.get("/order/" + orderId).text("status");
      if (!status.equals("PENDING") && !status.equals("PAYMENT_AUTHORIZING")) {
        causes.merge("ended " + status, 1, Integer::sum);
        return !status.equals("PAYMENT_FAILED");
      }
      // As often as an impatient app would ask; more would measure the asking.
      TimeUnit.MILLISECONDS.sleep(100);
    }
    return false;
  }

  private Step positions(int number) {
    var random = new Random(number);
    Session courier = client.as(Subject.courier("bench-courier-" + number));
    return () -> courier.post("/courier/locations", batch(random)).ok();
  }

  private Step positionsBySocket(int number) throws IOException, InterruptedException {
    var random = new Random(number);
    var line = CourierLine.open(http, client, "bench-socket-" + number);
    return () -> line.send(Json.text(batch(random)));
  }

  private static Map<String, Object> batch(Random random) {
    var positions = new ArrayList<Map<String, Object>>(BATCH);
    Instant last = Instant.now();
    for (int i = 0; i < BATCH; i++) {
      positions.add(
          Map.of(
              "lat",
              CENTRE.lat() + random.nextDouble() * 1e-4,
              "lon",
              CENTRE.lon() + random.nextDouble() * 1e-4,
              "accuracy_m",
              5,
              "speed_mps",
              4,
              "bearing_deg",
              90,
              "ts",
              last.minusMillis(BATCH - i).toString()));
    }
    return Map.of("positions", positions);
  }

  private Session customer(int number) {
    return client.as(Subject.customer("bench-" + number));
  }

  private void measure(String name, int unit, Steps steps) throws Exception {
    var ready = new ArrayList<Step>();
    for (int i = 0; i < CLIENTS; i++) {
      ready.add(steps.of(i));
    }
    loop(ready, WARM_UP, new ConcurrentLinkedQueue<>());
    var nanos = new ConcurrentLinkedQueue<Long>();
    long cpu = cpuMillis();
    long began = System.nanoTime();
    long failed = loop(ready, LENGTH, nanos);
    double seconds = (System.nanoTime() - began) / 1e9;
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    if (sorted.length == 0) {
      System.out.printf("%-12s %s%n", name, "nothing succeeded");
      return;
    }
    System.out.printf(
        "%-12s %10.0f %9.1f %9.1f %12.2f %8d%n",
        name,
        sorted.length * (double) unit / seconds,
        sorted[sorted.length / 2] / 1e6,
        sorted[(int) (sorted.length * 0.99)] / 1e6,
        (cpuMillis() - cpu) / (double) (sorted.length * (long) unit),
        failed);
    causes.forEach((cause, times) -> System.out.printf("%12s %d × %s%n", "", times, cause));
    causes.clear();
  }

  private static long loop(List<Step> steps, Duration length, ConcurrentLinkedQueue<Long> nanos)
      throws InterruptedException {
    var failed = new AtomicLong();
    long end = System.nanoTime() + length.toNanos();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Step step : steps) {
        threads.execute(
            () -> {
              while (System.nanoTime() < end) {
                long start = System.nanoTime();
                if (succeeded(step)) {
                  nanos.add(System.nanoTime() - start);
                } else {
                  failed.incrementAndGet();
                }
              }
            });
      }
    }
    return failed.get();
  }

  private static boolean succeeded(Step step) {
    try {
      return step.run();
    } catch (IOException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static long cpuMillis() {
    // What the launcher writes on the command line of each JVM it starts.
    var servers = List.of("-Dplaza.host=", "postgres", "redis-server");
    return ProcessHandle.allProcesses()
        .filter(
            it ->
                it.info()
                    .commandLine()
                    .map(line -> servers.stream().anyMatch(line::contains))
                    .orElse(false))
        .mapToLong(it -> it.info().totalCpuDuration().map(Duration::toMillis).orElse(0L))
        .sum();
  }
}
