package dev.plaza.dev.city;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/// From an accepted offer to the last door: to the restaurant, wait, to each customer, hand over;
/// and the scripted ways not to.
final class Ride {

  /// What a courier is said to do who disappeared.
  static final String VANISHED = "vanished";

  private static final Duration SAMPLE = Duration.ofSeconds(1);
  private static final Duration KITCHEN_PATIENCE = Duration.ofMinutes(15);
  private static final int LOOK_EVERY = 5;
  private static final int TRIES_MAX = 100;

  private static final Set<String> OURS_BEFORE_PICKUP =
      Set.of("PREPARING", "DISPATCHING", "COURIER_ASSIGNED");
  private static final Set<String> ON_BOARD = Set.of("COURIER_EN_ROUTE");
  private static final Set<String> OVER =
      Set.of("DELIVERED", "CAPTURED", "CANCELLED", "REJECTED", "EXPIRED", "PAYMENT_FAILED");

  /// One order of a ride.
  record Drop(OrderFacts facts, Point pickup, Point dropoff) {}

  private final Life life;
  private final Session session;
  private final Positions positions;
  private final Random random;
  private final Consumer<String> doing;

  /// @param doing told what the courier does now
  Ride(Life life, Session session, Positions positions, Random random, Consumer<String> doing) {
    this.life = life;
    this.session = session;
    this.positions = positions;
    this.random = random;
    this.doing = doing;
  }

  /// @param pickedUp whether the food is on board already
  /// @param assignment what to cancel when the script wants it
  void go(List<Drop> drops, boolean pickedUp, String assignment) throws InterruptedException {
    var taken = new ArrayList<Drop>();
    if (pickedUp) {
      taken.addAll(drops);
    } else if (!fetch(drops, taken, assignment)) {
      return;
    }
    for (var drop : taken) {
      if (drop.facts.behaviour() == Behaviour.COURIER_VANISHES && drop.facts.courierLeavesNow()) {
        life.tally().count("vanished");
        doing.accept(VANISHED);
        return;
      }
      doing.accept("to customer");
      if (rideTo(drop.dropoff, drop.facts.id(), ON_BOARD)) {
        handOver(drop);
      }
    }
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
        return false;
      }
    }
    for (var drop : drops) {
      doing.accept("to restaurant");
      var id = drop.facts.id();
      if (rideTo(drop.pickup, id, OURS_BEFORE_PICKUP) && take(drop)) {
        taken.add(drop);
      }
    }
    return true;
  }

  private boolean take(Drop drop) throws InterruptedException {
    doing.accept("waiting");
    Life.Call arrived = () -> session.post(path(drop, "arrived"), Map.of());
    Life.Call pickedUp = () -> session.post(path(drop, "picked-up"), Map.of());
    return insist("arrived", drop, OURS_BEFORE_PICKUP, arrived)
        && awaitFood(drop)
        && insist("picked up", drop, OURS_BEFORE_PICKUP, pickedUp);
  }

  /// The platform may hear of the courier's acceptance later than the courier acts on it: what is
  /// refused is tried again while the order is still there to be had.
  private boolean insist(String name, Drop drop, Set<String> within, Life.Call call)
      throws InterruptedException {
    for (var tries = 0; tries < TRIES_MAX && !life.act(name, call); tries++) {
      var status = life.status(drop.facts.id());
      if (!status.isEmpty() && !within.contains(status)) {
        return false;
      }
      Thread.sleep(SAMPLE.multipliedBy(2));
      positions.stand();
    }
    return true;
  }

  private boolean awaitFood(Drop drop) throws InterruptedException {
    var end = System.nanoTime() + KITCHEN_PATIENCE.toNanos();
    for (var i = 1; !drop.facts.ready() && System.nanoTime() < end; i++) {
      Thread.sleep(SAMPLE);
      if (i % LOOK_EVERY == 0) {
        positions.stand();
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
    Life.Call delivered =
        () -> session.post(path(drop, "delivered"), Map.of("code", deliveryCode(drop.facts)));
    insist("delivered", drop, ON_BOARD, delivered);
  }

  /// The customer says the code at the door.
  private String deliveryCode(OrderFacts facts) throws IOException, InterruptedException {
    var order = life.as(Subject.customer(facts.customerId())).get("/order/" + facts.id()).body();
    var code = order.path("delivery").path("code").asString("");
    return code.isEmpty() ? order.path("delivery_code").asString("") : code;
  }

  /// Rides straight to `target`; false when the order is no longer this courier's.
  private boolean rideTo(Point target, String orderId, Set<String> within)
      throws InterruptedException {
    for (var step = 1; !positions.at(target); step++) {
      Thread.sleep(SAMPLE);
      positions.towards(target, SAMPLE);
      if (step % LOOK_EVERY == 0) {
        var status = life.status(orderId);
        if (OVER.contains(status) || (!status.isEmpty() && !within.contains(status))) {
          life.tally().count("rides ended early");
          return false;
        }
      }
    }
    positions.stand();
    return true;
  }

  private static String path(Drop drop, String action) {
    return "/order/" + drop.facts.id() + "/" + action;
  }
}
