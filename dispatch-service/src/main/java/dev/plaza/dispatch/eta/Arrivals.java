package dev.plaza.dispatch.eta;

import dev.plaza.contracts.Place;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.dispatch.courier.Courier;
import dev.plaza.dispatch.courier.Couriers;
import dev.plaza.dispatch.job.Announcements;
import dev.plaza.dispatch.job.Arrival;
import dev.plaza.dispatch.job.Job;
import dev.plaza.dispatch.job.JobEvent;
import dev.plaza.dispatch.job.JobStatus;
import dev.plaza.dispatch.job.Jobs;
import dev.plaza.dispatch.travel.CityTravel;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/// Keeps each job's expected arrival, and announces it when it moves. The caller holds the job's
/// row lock.
@Component
public class Arrivals {

  private final Expectation expectation;
  private final Jobs jobs;
  private final Couriers couriers;
  private final Announcements announcements;
  private final CityTravel travel;
  private final EtaProperties properties;
  private final Clock clock;

  Arrivals(
      Jobs jobs,
      Couriers couriers,
      Announcements announcements,
      CityTravel travel,
      EtaProperties properties,
      Clock clock) {
    this.expectation =
        new Expectation(properties.sooner(), properties.later(), properties.leastSpread());
    this.jobs = jobs;
    this.couriers = couriers;
    this.announcements = announcements;
    this.travel = travel;
    this.properties = properties;
    this.clock = clock;
  }

  /// The expectation with a courier who has just been bound.
  public Arrival assigned(Job job, @Nullable Place courierAt) {
    var arrival = fresh(job, false, job.readyAt(), courierAt);
    jobs.expected(job, arrival);
    return arrival;
  }

  /// Everything about the job's facts changes by these.
  @EventListener
  void on(JobEvent event) {
    switch (event) {
      case JobEvent.ReadyChanged(var job, var readyAt) -> {
        if (job.status() == JobStatus.ASSIGNED) {
          moved(job, fresh(job, false, readyAt, place(job)));
        }
      }
      case JobEvent.PickedUp(var job, _) -> moved(job, fresh(job, true, null, place(job)));
      case JobEvent.Opened _, JobEvent.Delivered _, JobEvent.Withdrawn _ -> {
        // Nothing to expect anew.
      }
    }
  }

  /// No fact but the courier's place and the clock: what the expectation has become, if it has
  /// moved enough to say so.
  Optional<Arrival> look(Job job, Courier courier) {
    var before = job.arrival();
    if (before == null || courier.location() == null) {
      return Optional.empty();
    }
    boolean pickedUp = job.status() == JobStatus.PICKED_UP;
    var fresh = fresh(job, pickedUp, pickedUp ? null : job.readyAt(), courier.location());
    var refined = expectation.refined(before, fresh);
    var move = Duration.between(before.at(), refined.at()).abs();
    return move.compareTo(properties.notice()) >= 0 ? Optional.of(refined) : Optional.empty();
  }

  void moved(Job job, Arrival arrival) {
    jobs.expected(job, arrival);
    announcements.announce(
        AssignmentEvent.ETA_UPDATED,
        job.orderId(),
        job.assignmentId(),
        job.courierId(),
        arrival,
        null);
  }

  private @Nullable Place place(Job job) {
    var courier = job.courierId();
    return courier == null ? null : couriers.find(courier).map(Courier::location).orElse(null);
  }

  private Arrival fresh(
      Job job, boolean pickedUp, @Nullable Instant readyAt, @Nullable Place courierAt) {
    Duration approach = null;
    if (!pickedUp && job.arrivedAt() == null) {
      approach =
          (courierAt == null ? Duration.ZERO : travel.between(courierAt, job.pickup()))
              .plus(travel.atRestaurant());
    }
    Place from = pickedUp && courierAt != null ? courierAt : job.pickup();
    return expectation.fresh(
        clock.instant(),
        new Expectation.Remaining(
            approach, readyAt, travel.between(from, job.dropoff()), travel.atCustomer()));
  }
}
