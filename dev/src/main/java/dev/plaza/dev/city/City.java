package dev.plaza.dev.city;

import dev.plaza.dev.client.PlazaClient;
import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Json;
import dev.plaza.dev.web.Reply;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A running city and its control API: `GET /status`, `POST /control`.
public final class City implements AutoCloseable {

  private final PlazaClient client;
  private final HttpApi server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Courier> couriers = new ArrayList<>();
  private final Life life;
  private final Kitchens kitchens;

  private City(CityOptions options, Clock clock) throws IOException {
    server = new HttpApi(options.host(), options.port());
    client = new PlazaClient(options.gateway());
    life = new Life(client, clock, new Tally(), options.settings());
    var random = new Random(options.seed());
    kitchens = new Kitchens(life, threads, random.nextLong());
    var customers = new Customers(life, threads, new Random(random.nextLong()), options.centre());
    for (var i = 1; i <= options.couriers(); i++) {
      var home = options.centre().moved(random.nextGaussian() * 900, random.nextGaussian() * 900);
      var own = new Random(random.nextLong());
      couriers.add(new Courier(life, "courier-%03d".formatted(i), home, own));
    }
    server.route("GET", "/health", _ -> Reply.json(200, Map.of("status", "UP")));
    server.route("GET", "/status", _ -> Reply.json(200, status()));
    server.route(
        "POST",
        "/control",
        request -> {
          life.settings(life.settings().patched(Json.object(request.body())));
          return Reply.json(200, status());
        });
    threads.execute(kitchens::watch);
    threads.execute(customers::order);
    threads.execute(customers::answer);
  }

  /// Starts a city that waits for the platform as long as it must.
  public static City start(CityOptions options) throws IOException {
    var city = new City(options, Clock.systemUTC());
    city.server.start();
    for (var courier : city.couriers) {
      city.threads.execute(courier::live);
      city.threads.execute(courier::listen);
    }
    return city;
  }

  public int port() {
    return server.port();
  }

  /// What happened so far, by name.
  public Map<String, Long> counts() {
    return life.tally().counts();
  }

  public CitySettings settings() {
    return life.settings();
  }

  public void settings(CitySettings settings) {
    life.settings(settings);
  }

  private Map<String, Object> status() {
    var doing = new TreeMap<String, Integer>();
    couriers.forEach(courier -> doing.merge(courier.doing(), 1, Integer::sum));
    return Map.of(
        "settings", life.settings(),
        "couriers", doing,
        "kitchens", Map.of("in_hand", kitchens.busy()),
        "counts", life.tally().counts());
  }

  /// The couriers sign off as far as the platform answers, so that nobody waits for them.
  @Override
  public void close() {
    threads.shutdownNow();
    try (var leaving = Executors.newVirtualThreadPerTaskExecutor()) {
      couriers.forEach(courier -> leaving.execute(courier::signOff));
    }
    server.close();
    client.close();
  }
}
