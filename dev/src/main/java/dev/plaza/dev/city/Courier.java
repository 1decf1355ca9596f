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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One courier: on duty, tells where they are, takes offers, rides, hands over.
final class Courier {

  private static final double NEARBY_M = 20_000;
  private static final Duration OFFERS_POLL_STREAMING = Duration.ofSeconds(15);
  private static final Duration OFFERS_POLL = Duration.ofSeconds(2);
  private static final Duration ASSIGNMENTS_CHECK = Duration.ofSeconds(20);
  private static final Duration AWAY = Duration.ofMinutes(4);
  private static final Duration IDLE_REPORT = Duration.ofSeconds(5);

  private final Life life;
  private final String id;
  private final Session session;
  private final Point home;
  private final Random random;
  private final Positions positions;
  private final Semaphore news = new Semaphore(0);
  private volatile String doing = "offline";
  private volatile boolean streaming;

  Courier(Life life, String id, Point home, Random random) {
    this.life = life;
    this.id = id;
    this.session = life.as(Subject.courier(id));
    this.home = home;
    this.random = random;
    this.positions = new Positions(life, session, home);
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
      positions.place(known);
    }
  }

  private void goOnline() throws InterruptedException {
    var status = Map.of("status", "online", "capacity", 2, "vehicle", "bicycle");
    life.act("couriers online", () -> session.put("/courier/status", status));
    positions.stand();
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

  /// Rides what the platform says is this courier's: from before a restart, or accepted by a call
  /// whose answer was lost.
  private void resume() throws IOException, InterruptedException {
    for (var assignment : session.get("/courier/assignments").body().path("items")) {
      var orderId = assignment.path("order_id").asString();
      var status = session.get("/order/" + orderId).text("status");
      var onBoard = status.equals("COURIER_EN_ROUTE");
      var drop = drop(orderId, null, null);
      if (drop != null && (onBoard || status.equals("COURIER_ASSIGNED"))) {
        life.tally().count("rides resumed");
        ride().go(List.of(drop), onBoard, assignment.path("id").asString());
        afterRide();
      }
    }
  }

  private void work() throws IOException, InterruptedException {
    var asked = 0L;
    var checked = System.nanoTime();
    while (true) {
      var now = System.nanoTime();
      if (now - checked > ASSIGNMENTS_CHECK.toNanos()) {
        resume();
        checked = System.nanoTime();
      }
      var called = news.tryAcquire(500, TimeUnit.MILLISECONDS);
      var poll = streaming ? OFFERS_POLL_STREAMING : OFFERS_POLL;
      if (called || now - asked > poll.toNanos()) {
        asked = now;
        consider();
      }
      if (positions.sinceLast().compareTo(IDLE_REPORT) > 0) {
        positions.towards(home, positions.sinceLast());
      }
      if (life.settings().paused()) {
        life.rest(Duration.ofSeconds(1));
      }
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
        drops.stream().anyMatch(drop -> drop.facts().behaviour() == Behaviour.NO_COURIER)
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
    ride().go(drops, false, assignment.isEmpty() ? accepted.text("id") : assignment);
    afterRide();
    return true;
  }

  private Ride ride() {
    return new Ride(life, session, positions, random, what -> doing = what);
  }

  private void afterRide() throws InterruptedException {
    if (doing.equals(Ride.VANISHED)) {
      Thread.sleep(AWAY);
      goOnline();
    }
    doing = "idle";
  }

  private List<Ride.Drop> drops(JsonNode offer) throws IOException, InterruptedException {
    var drops = new ArrayList<Ride.Drop>();
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

  private Ride.@Nullable Drop drop(String orderId, @Nullable Point pickup, @Nullable Point dropoff)
      throws IOException, InterruptedException {
    var facts = life.facts(orderId).orElse(null);
    if (facts == null) {
      return null;
    }
    var from = pickup == null ? facts.pickup() : pickup;
    var to = dropoff == null ? facts.dropoff() : dropoff;
    return from == null || to == null ? null : new Ride.Drop(facts, from, to);
  }
}
