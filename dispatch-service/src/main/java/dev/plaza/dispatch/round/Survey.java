package dev.plaza.dispatch.round;

import dev.plaza.dispatch.courier.Courier;
import dev.plaza.dispatch.courier.Couriers;
import dev.plaza.dispatch.job.Exclusions;
import dev.plaza.dispatch.job.Job;
import dev.plaza.dispatch.job.Jobs;
import dev.plaza.dispatch.matching.Candidate;
import dev.plaza.dispatch.matching.Delivery;
import dev.plaza.dispatch.travel.CityTravel;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/// Reads what the matcher must know.
@Component
class Survey {

  private final Jobs jobs;
  private final Exclusions exclusions;
  private final Couriers couriers;
  private final CityTravel travel;
  private final RoundProperties properties;
  private final Clock clock;

  Survey(
      Jobs jobs,
      Exclusions exclusions,
      Couriers couriers,
      CityTravel travel,
      RoundProperties properties,
      Clock clock) {
    this.jobs = jobs;
    this.exclusions = exclusions;
    this.couriers = couriers;
    this.travel = travel;
    this.properties = properties;
    this.clock = clock;
  }

  record View(Situation situation, List<Delivery> deliveries, List<Candidate> candidates) {}

  /// @param asked couriers who think about an offer and get no other meanwhile
  View look(List<Job> open, Set<String> asked) {
    var excluded = exclusions.of(open.stream().map(Job::orderId).toList());
    var free = couriers.available().stream().filter(it -> !asked.contains(it.id())).toList();
    var situation = new Situation(clock.instant(), travel, properties, excluded, free);
    var deliveries = open.stream().map(it -> situation.delivery(it, jobs.progress(it))).toList();
    boolean waitForBusy =
        open.stream().allMatch(it -> jobs.progress(it) < properties.lateProgress());
    var near = situation.near();
    var bound = bound(near);
    var candidates =
        near.stream()
            .map(it -> situation.candidate(it, bound.getOrDefault(it.id(), List.of()), waitForBusy))
            .flatMap(Optional::stream)
            .toList();
    return new View(situation, deliveries, candidates);
  }

  private Map<String, List<Job>> bound(List<Courier> near) {
    var carrying = near.stream().filter(it -> it.carrying() > 0).map(Courier::id).toList();
    var bound = new HashMap<String, List<Job>>();
    for (var job : jobs.ofCouriers(carrying)) {
      var courier = job.courierId();
      if (courier != null) {
        bound.computeIfAbsent(courier, _ -> new ArrayList<>()).add(job);
      }
    }
    return bound;
  }
}
