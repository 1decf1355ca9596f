package dev.plaza.dispatch.mdrp;

import dev.plaza.dispatch.matching.Candidate;
import dev.plaza.dispatch.matching.Delivery;
import dev.plaza.dispatch.matching.Matcher;
import dev.plaza.dispatch.matching.MatchingPolicy;
import dev.plaza.dispatch.matching.Proposal;
import dev.plaza.dispatch.matching.Spot;
import dev.plaza.dispatch.matching.TravelTimes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A day of an instance: reveals orders when they are placed, asks the matcher every `step`
/// seconds, lets couriers do what it commits.
final class MdrpSimulation {

  private final MdrpInstance instance;
  private final MatchingPolicy policy;
  private final Matcher matcher;
  private final TravelTimes travel;
  private final double step;
  private final Map<String, Delivery> open = new LinkedHashMap<>();
  private final List<Courier> couriers = new ArrayList<>();
  private final Map<String, Courier> byId = new HashMap<>();
  private final List<MdrpSolution.Trip> done = new ArrayList<>();
  final List<Long> planNanos = new ArrayList<>();

  MdrpSimulation(MdrpInstance instance, MatchingPolicy policy, double step) {
    this.instance = instance;
    this.policy = policy;
    this.travel = instance.travel();
    this.matcher = new Matcher(policy, travel);
    this.step = step;
    for (var it : instance.couriers()) {
      var courier = new Courier(it);
      couriers.add(courier);
      byId.put(it.id(), courier);
    }
  }

  MdrpSolution run() {
    var arriving =
        new ArrayList<>(
            instance.orders().stream()
                .sorted(java.util.Comparator.comparingDouble(MdrpInstance.Order::placedAt))
                .toList());
    double end =
        instance.couriers().stream().mapToDouble(MdrpInstance.Courier::offAt).max().orElse(0);
    for (double now = 0; now <= end + step; now += step) {
      while (!arriving.isEmpty() && arriving.getFirst().placedAt() <= now) {
        var order = arriving.removeFirst();
        open.put(order.id(), delivery(order));
      }
      for (var courier : couriers) {
        courier.leaveRestaurant(now);
      }
      if (!open.isEmpty()) {
        act(now);
      }
    }
    couriers.forEach(it -> it.leaveRestaurant(Double.POSITIVE_INFINITY));
    return new MdrpSolution(done);
  }

  private void act(double now) {
    var candidates = couriers.stream().map(Courier::candidate).toList();
    long before = System.nanoTime();
    var plan = matcher.plan(now, List.copyOf(open.values()), candidates);
    planNanos.add(System.nanoTime() - before);
    for (var proposal : plan.commit()) {
      byId.get(proposal.courierId()).take(proposal, now);
      proposal.deliveries().forEach(it -> open.remove(it.id()));
    }
  }

  private Delivery delivery(MdrpInstance.Order order) {
    return new Delivery(
        order.id(),
        order.restaurant(),
        instance.restaurants().get(order.restaurant()),
        order.dropoff(),
        order.readyAt(),
        order.placedAt() + instance.targetClickToDoor(),
        instance.latestDropoff(order),
        Double.POSITIVE_INFINITY,
        Set.of());
  }

  private final class Courier {
    final MdrpInstance.Courier self;
    Spot at;
    double freeAt;
    double departAt;
    double arrivesAt;
    double assignedAt;
    List<Delivery> trip = List.of();

    Courier(MdrpInstance.Courier self) {
      this.self = self;
      this.at = self.start();
      this.freeAt = self.onAt();
    }

    Candidate candidate() {
      var heading = trip.isEmpty() ? null : new Candidate.Heading(trip, arrivesAt);
      return new Candidate(self.id(), at, freeAt, self.offAt(), policy.batchMax(), 5, 0, heading);
    }

    void take(Proposal proposal, double now) {
      if (proposal.kind() == Proposal.Kind.NEW_TRIP) {
        departAt = Math.max(now, freeAt);
        arrivesAt = departAt + travel.seconds(at, proposal.deliveries().getFirst().pickup());
      }
      trip = proposal.deliveries();
      assignedAt = now;
    }

    private double pickupAt() {
      double ready = trip.stream().mapToDouble(Delivery::readyAt).max().orElseThrow();
      return Math.max(ready, arrivesAt + instance.handling().beforePickup());
    }

    void leaveRestaurant(double now) {
      if (trip.isEmpty() || pickupAt() > now) {
        return;
      }
      var handling = instance.handling();
      var dropoffs = new ArrayList<Double>();
      double pickup = pickupAt();
      double time = pickup + handling.afterPickup();
      Spot from = trip.getFirst().pickup();
      for (var it : trip) {
        time += travel.seconds(from, it.dropoff()) + handling.beforeDropoff();
        dropoffs.add(time);
        time += handling.afterDropoff();
        from = it.dropoff();
      }
      done.add(
          new MdrpSolution.Trip(
              self.id(),
              trip.stream().map(Delivery::id).toList(),
              assignedAt,
              departAt,
              pickup,
              dropoffs));
      at = from;
      freeAt = time;
      trip = List.of();
    }
  }
}
