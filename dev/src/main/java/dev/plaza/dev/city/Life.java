package dev.plaza.dev.city;

import dev.plaza.dev.client.PlazaClient;
import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Subject;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What all people of the city share: the clock's factor, the way to the platform, memory of
/// orders.
final class Life {

  static final int ORDERS_REMEMBERED_MAX = 5_000;
  static final Duration ACT_LIMIT = Duration.ofMinutes(10);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(10);

  /// Something that somebody does through the API.
  interface Call {
    Response run() throws IOException, InterruptedException;
  }

  private final PlazaClient client;
  private final Clock clock;
  private final Tally tally;
  private final Session ops;
  private final Map<String, OrderFacts> orders =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, OrderFacts> eldest) {
              return size() > ORDERS_REMEMBERED_MAX;
            }
          });
  private volatile CitySettings settings;

  Life(PlazaClient client, Clock clock, Tally tally, CitySettings settings) {
    this.client = client;
    this.clock = clock;
    this.tally = tally;
    this.settings = settings;
    this.ops = client.as(Subject.ops("city-simulator"));
  }

  CitySettings settings() {
    return settings;
  }

  void settings(CitySettings next) {
    settings = next;
  }

  Tally tally() {
    return tally;
  }

  Clock clock() {
    return clock;
  }

  Session as(Subject subject) {
    return client.as(subject);
  }

  /// Sees every order; the city's eye, not an actor.
  Session ops() {
    return ops;
  }

  double factor() {
    return settings.timeFactor();
  }

  /// Waits as long as `simulated` takes in this city.
  void spend(Duration simulated) throws InterruptedException {
    Thread.sleep(Duration.ofNanos((long) (simulated.toNanos() / factor())));
  }

  /// Waits really, and while the city is paused.
  void rest(Duration real) throws InterruptedException {
    do {
      Thread.sleep(real);
    } while (settings.paused());
  }

  /// What is known of an order; asked for once.
  Optional<OrderFacts> facts(String orderId) throws IOException, InterruptedException {
    var known = orders.get(orderId);
    if (known != null) {
      return Optional.of(known);
    }
    var answer = ops.get("/order/" + orderId);
    if (!answer.ok()) {
      return Optional.empty();
    }
    var fresh = OrderFacts.of(answer.body());
    var before = orders.putIfAbsent(orderId, fresh);
    return Optional.of(before == null ? fresh : before);
  }

  /// The order's status, empty when it cannot be read.
  String status(String orderId) throws InterruptedException {
    try {
      return ops.get("/order/" + orderId).text("status");
    } catch (IOException e) {
      tally.away(reason(e));
      return "";
    }
  }

  /// Repeats `call` until the platform has answered for good: yes (true) or no (false).
  boolean act(String name, Call call) throws InterruptedException {
    var end = System.nanoTime() + ACT_LIMIT.toNanos();
    var pause = Duration.ofMillis(500);
    while (System.nanoTime() < end) {
      try {
        var answer = call.run();
        if (answer.ok()) {
          tally.back();
          tally.count(name);
          return true;
        }
        if (!answer.transientFailure() && answer.status() != 401) {
          tally.count(name + " refused: " + answer.status() + " " + answer.code());
          return false;
        }
        tally.count(name + " postponed: " + answer.status());
      } catch (IOException e) {
        tally.away(reason(e));
      }
      Thread.sleep(pause);
      pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause.multipliedBy(2);
    }
    tally.count(name + " given up");
    return false;
  }

  static String reason(IOException e) {
    return PlazaClient.reason(e);
  }
}
