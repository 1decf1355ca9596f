package dev.plaza.dev.city;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Shopper;
import dev.plaza.dev.client.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One courier: on duty, tells where they are, takes offers, rides, hands over.
final class Courier {

  private static final double SPEED_MPS = 5;
  private static final double NEARBY_M = 20_000;
  private static final Duration SAMPLE = Duration.ofSeconds(1);
  private static final Duration OFFERS_POLL_STREAMING = Duration.ofSeconds(15);
  private static final Duration OFFERS_POLL = Duration.ofSeconds(2);
  private static final Duration IDLE_REPORT = Duration.ofSeconds(5);
  private static final Duration VANISHED = Duration.ofMinutes(4);
  private static final Duration KITCHEN_PATIENCE = Duration.ofMinutes(15);

  private static final Set<String> OURS_BEFORE_PICKUP =
      Set.of("PREPARING", "DISPATCHING", "COURIER_ASSIGNED");
  private static final Set<String> OVER =
      Set.of("DELIVERED", "CAPTURED", "CANCELLED", "REJECTED", "EXPIRED", "PAYMENT_FAILED");

  /// One order of a ride.
  private record Drop(OrderFacts facts, Point pickup, Point dropoff) {}

  private final Life life;
  private final String id;
  private final Session session;
  private final Point home;
  private final Random random;
  private final Positions positions;
  private final Semaphore news = new Semaphore(0);
  private volatile String doing = "offline";
  private volatile boolean streaming;
  private Point place;

  Courier(Life life, String id, Point home, Random random) {
    this.life = life;
    this.id = id;
    this.session = life.as(Subject.courier(id));
    this.home = home;
    this.place = home;
    this.random = random;
    this.positions = new Positions(life, session);
  }

  String id() {
    return id;
  }

  String doing() {
    return doing;
  }

  /// Lives until the thread is interrupted.
  void live() {
    try {
      while (true) {
        try {
          findPlace();
          goOnline();
          resume();
          work();
        } catch (IOException e) {
          life.tally().away(Life.reason(e));
        }
        life.rest(Duration.ofSeconds(3 + random.nextInt(5)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Wakes the courier whenever the stream of offers says something.
  void listen() {
    try {
      while (true) {
        try {
          streaming = true;
          session.events(
              "/courier/offers/stream",
              null,
              _ -> {
                if (news.availablePermits() == 0) {
                  news.release();
                }
                return true;
              });
        } catch (IOException e) {
          life.tally().count("offer streams lost");
        } finally {
          streaming = false;
        }
        life.rest(Duration.ofSeconds(5 + random.nextInt(5)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// After a restart a courier is where the platform saw them last.
  private void findPlace() throws IOException, InterruptedException {
    var known = Shopper.point(session.get("/courier/status").body().path("location"));
    if (known != null && known.metresTo(home) < NEARBY_M) {
      place = known;
    }
  }

  private void goOnline() throws InterruptedException {
    var status = Map.of("status", "online", "capacity", 2, "vehicle", "bicycle");
    life.act("couriers online", () -> session.put("/courier/status", status));
    positions.stand(place);
    doing = "idle";
  }

  /// Ends the duty; an unreachable platform is told nothing.
  void signOff() {
    var status = Map.of("status", "offline", "capacity", 2, "vehicle", "bicycle");
    try {
      session.put("/courier/status", status);
    } catch (IOException e) {
      life.tally().count("sign-offs lost");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Orders in hand from before a restart are ridden to their end.
  private void resume() throws IOException, InterruptedException {
    var mine = session.get("/orders?limit=20");
    for (var order : mine.body().path("items")) {
      var status = order.path("status").asString("");
      if (status.equals("COURIER_ASSIGNED") || status.equals("COURIER_EN_ROUTE")) {
        var drop = drop(order.path("id").asString(), null, null);
        if (drop != null) {
          life.tally().count("rides resumed");
          ride(List.of(drop), status.equals("COURIER_EN_ROUTE"), assignment(drop));
        }
      }
    }
  }

  private String assignment(Drop drop) throws IOException, InterruptedException {
    var order = session.get("/order/" + drop.facts.id()).body();
    return order.path("courier").path("assignment_id").asString("");
  }

  private void work() throws IOException, InterruptedException {
    var asked = 0L;
    while (true) {
      var now = System.nanoTime();
      var called = news.tryAcquire(500, TimeUnit.MILLISECONDS);
      var poll = streaming ? OFFERS_POLL_STREAMING : OFFERS_POLL;
      if (called || now - asked > poll.toNanos()) {
        asked = now;
        consider();
      }
      if (positions.sinceLast().compareTo(IDLE_REPORT) > 0) {
        rideHome(positions.sinceLast());
      }
      if (life.settings().paused()) {
        life.rest(Duration.ofSeconds(1));
      }
    }
  }

  /// Without work a courier rides home, and waits there.
  private void rideHome(Duration since) throws InterruptedException {
    var before = place;
    var metres = SPEED_MPS * life.factor() * since.toMillis() / 1000;
    place = place.towards(home, metres);
    if (place.equals(before)) {
      positions.stand(place);
    } else {
      positions.ride(before, place, before.metresTo(place) * 1000 / since.toMillis());
    }
  }

  private void consider() throws IOException, InterruptedException {
    var offers = session.get("/courier/offers");
    if (!offers.ok()) {
      if (offers.status() != 401) {
        life.tally().count("offers refused: " + offers.status() + " " + offers.code());
      }
      return;
    }
    life.tally().back();
    for (var offer : offers.body().path("items")) {
      if (answer(offer)) {
        return;
      }
    }
  }

  /// @return whether a ride was made of it
  private boolean answer(JsonNode offer) throws IOException, InterruptedException {
    var offerId = offer.path("id").asString();
    life.tally().count("offers seen");
    var drops = drops(offer);
    var refuses =
        drops.stream().anyMatch(drop -> drop.facts.behaviour() == Behaviour.NO_COURIER)
            || random.nextDouble() < life.settings().declineRate();
    Thread.sleep(200 + random.nextInt(1_200));
    if (drops.isEmpty() || refuses) {
      life.act(
          "offers declined",
          () -> session.post("/offers/" + offerId + "/decline", Map.of("reason", "too_far")));
      return false;
    }
    var accepted = session.post("/offers/" + offerId + "/accept", Map.of());
    if (!accepted.ok()) {
      life.tally().count("offers lost: " + accepted.status() + " " + accepted.code());
      return false;
    }
    life.tally().count("offers accepted");
    var assignment = accepted.text("assignment_id");
    ride(drops, false, assignment.isEmpty() ? accepted.text("id") : assignment);
    return true;
  }

  private List<Drop> drops(JsonNode offer) throws IOException, InterruptedException {
    var drops = new ArrayList<Drop>();
    for (var dropoff : offer.path("dropoffs")) {
      var id = dropoff.path("order_id").asString();
      var drop = drop(id, at(offer.path("pickup")), at(dropoff));
      if (drop != null) {
        drops.add(drop);
      }
    }
    return drops;
  }

  private static @Nullable Point at(JsonNode place) {
    var point = Shopper.point(place);
    return point == null ? Shopper.point(place.path("location")) : point;
  }

  private @Nullable Drop drop(String orderId, @Nullable Point pickup, @Nullable Point dropoff)
      throws IOException, InterruptedException {
    var facts = life.facts(orderId).orElse(null);
    if (facts == null) {
      return null;
    }
    var from = pickup == null ? facts.pickup() : pickup;
    var to = dropoff == null ? facts.dropoff() : dropoff;
    return from == null || to == null ? null : new Drop(facts, from, to);
  }

  private void ride(List<Drop> drops, boolean pickedUp, String assignment)
      throws InterruptedException {
    var taken = new ArrayList<Drop>();
    if (pickedUp) {
      taken.addAll(drops);
    } else if (!fetch(drops, taken, assignment)) {
      return;
    }
    for (var drop : taken) {
      if (drop.facts.behaviour() == Behaviour.COURIER_VANISHES && drop.facts.courierLeavesNow()) {
        vanish();
        return;
      }
      doing = "to customer";
      if (go(drop.dropoff, drop.facts.id(), Set.of("COURIER_EN_ROUTE"))) {
        handOver(drop);
      }
    }
    doing = "idle";
  }

  /// Rides to the restaurant and takes what is ready; false when the courier leaves the order.
  private boolean fetch(List<Drop> drops, List<Drop> taken, String assignment)
      throws InterruptedException {
    for (var drop : drops) {
      if (drop.facts.behaviour() == Behaviour.COURIER_CANCELS && drop.facts.courierLeavesNow()) {
        life.spend(Duration.ofSeconds(40));
        life.act(
            "assignments cancelled",
            () ->
                session.post(
                    "/assignments/" + assignment + "/cancel", Map.of("reason", "bicycle_broken")));
        doing = "idle";
        return false;
      }
    }
    doing = "to restaurant";
    var first = drops.getFirst();
    if (!go(first.pickup, first.facts.id(), OURS_BEFORE_PICKUP)) {
      doing = "idle";
      return false;
    }
    for (var drop : drops) {
      life.act("arrived", () -> session.post(path(drop, "arrived"), Map.of()));
      doing = "waiting";
      if (awaitFood(drop)
          && life.act("picked up", () -> session.post(path(drop, "picked-up"), Map.of()))) {
        taken.add(drop);
      }
    }
    return true;
  }

  private boolean awaitFood(Drop drop) throws InterruptedException {
    var end = System.nanoTime() + KITCHEN_PATIENCE.toNanos();
    for (var i = 1; !drop.facts.ready() && System.nanoTime() < end; i++) {
      Thread.sleep(SAMPLE);
      if (i % 5 == 0) {
        positions.stand(place);
        var status = life.status(drop.facts.id());
        if (!status.isEmpty() && !OURS_BEFORE_PICKUP.contains(status)) {
          return false;
        }
      }
    }
    return true;
  }

  private void handOver(Drop drop) throws InterruptedException {
    Thread.sleep(500 + random.nextInt(1_000));
    if (drop.facts.behaviour() == Behaviour.UNDELIVERABLE) {
      life.act(
          "undeliverable",
          () -> session.post(path(drop, "undeliverable"), Map.of("reason", "customer_not_found")));
      return;
    }
    life.act(
        "delivered",
        () -> session.post(path(drop, "delivered"), Map.of("code", deliveryCode(drop.facts))));
  }

  /// The customer says the code at the door.
  private String deliveryCode(OrderFacts facts) throws IOException, InterruptedException {
    var order = life.as(Subject.customer(facts.customerId())).get("/order/" + facts.id()).body();
    var code = order.path("delivery").path("code").asString("");
    return code.isEmpty() ? order.path("delivery_code").asString("") : code;
  }

  private void vanish() throws InterruptedException {
    life.tally().count("vanished");
    doing = "vanished";
    Thread.sleep(VANISHED);
    place = home;
    goOnline();
  }

  /// Rides straight to `target`; false when the order is no longer this courier's.
  private boolean go(Point target, String orderId, Set<String> within) throws InterruptedException {
    var step = 0;
    while (place.metresTo(target) > 1) {
      Thread.sleep(SAMPLE);
      var before = place;
      var speed = SPEED_MPS * life.factor();
      place = place.towards(target, speed);
      positions.ride(before, place, speed);
      if (++step % 5 == 0) {
        var status = life.status(orderId);
        if (OVER.contains(status) || (!status.isEmpty() && !within.contains(status))) {
          life.tally().count("rides ended early");
          return false;
        }
      }
    }
    positions.stand(place);
    return true;
  }

  private static String path(Drop drop, String action) {
    return "/order/" + drop.facts.id() + "/" + action;
  }
}
