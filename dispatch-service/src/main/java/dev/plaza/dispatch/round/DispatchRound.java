package dev.plaza.dispatch.round;

import dev.plaza.dispatch.courier.Courier;
import dev.plaza.dispatch.job.Job;
import dev.plaza.dispatch.job.JobStatus;
import dev.plaza.dispatch.job.Jobs;
import dev.plaza.dispatch.matching.Matcher;
import dev.plaza.dispatch.matching.Plan;
import dev.plaza.dispatch.matching.Proposal;
import dev.plaza.dispatch.offer.Offers;
import dev.plaza.dispatch.travel.CityTravel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/// One round: look at the city, plan, make the offers that cannot wait. Must run inside a
/// transaction that holds the round's lock: of several instances one plans at a time.
@Component
class DispatchRound {

  private final Survey survey;
  private final Jobs jobs;
  private final Offers offers;
  private final RoundProperties properties;
  private final Matcher matcher;

  DispatchRound(
      Survey survey, Jobs jobs, Offers offers, CityTravel travel, RoundProperties properties) {
    this.survey = survey;
    this.jobs = jobs;
    this.offers = offers;
    this.properties = properties;
    this.matcher = new Matcher(RoundPolicy.of(properties, travel), travel);
  }

  Outcome run() {
    var open = jobs.open();
    if (open.isEmpty()) {
      return new Outcome(0, 0, 0);
    }
    var view = survey.look(open, offers.couriersAsked());
    var plan = matcher.plan(0, view.deliveries(), view.candidates());
    return new Outcome(open.size(), act(plan, view.situation()), plan.shortage());
  }

  /// @param offered how many offers went out
  record Outcome(int open, int offered, double shortage) {}

  private int act(Plan plan, Situation situation) {
    var byId =
        situation.near().stream().collect(Collectors.toMap(Courier::id, Function.identity()));
    var wanted =
        plan.commit().stream().flatMap(it -> it.deliveries().stream()).map(it -> it.id()).toList();
    // All of them at once and in order, so that rounds and answers cannot lock crosswise.
    var locked =
        jobs.lockAll(wanted).stream()
            .filter(it -> it.status() == JobStatus.OPEN)
            .collect(Collectors.toMap(Job::orderId, Function.identity()));
    Set<String> taken = new HashSet<>();
    plan.commit().forEach(it -> taken.add(it.courierId()));
    int made = 0;
    for (var proposal : plan.commit()) {
      var trip =
          proposal.deliveries().stream()
              .map(it -> locked.get(it.id()))
              .filter(Objects::nonNull)
              .toList();
      var courier = Objects.requireNonNull(byId.get(proposal.courierId()));
      boolean canTake =
          proposal.kind() == Proposal.Kind.GROWN_TRIP
              ? courier.carrying() + trip.size() <= courier.capacity()
              : courier.carrying() == 0;
      if (!trip.isEmpty() && canTake) {
        made += offers.make(trip, addressees(proposal, trip, situation, taken)) > 0 ? 1 : 0;
      }
    }
    return made;
  }

  private List<String> addressees(
      Proposal proposal, List<Job> trip, Situation situation, Set<String> taken) {
    var addressees = new ArrayList<String>();
    addressees.add(proposal.courierId());
    if (proposal.kind() == Proposal.Kind.NEW_TRIP) {
      int tries = trip.stream().mapToInt(Job::tries).max().orElse(0);
      addressees.addAll(situation.others(trip, taken, properties.fanOut(tries) - 1));
    }
    taken.addAll(addressees);
    return addressees;
  }
}
