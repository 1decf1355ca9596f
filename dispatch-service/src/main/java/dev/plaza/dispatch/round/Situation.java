package dev.plaza.dispatch.round;

import dev.plaza.dispatch.courier.Courier;
import dev.plaza.dispatch.courier.CourierCells;
import dev.plaza.dispatch.job.Job;
import dev.plaza.dispatch.job.JobStatus;
import dev.plaza.dispatch.matching.Candidate;
import dev.plaza.dispatch.matching.Delivery;
import dev.plaza.dispatch.matching.Spot;
import dev.plaza.dispatch.travel.CityTravel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The city at one moment, in the words of the matcher. Pure: seconds count from that moment.
final class Situation {

  /// Shifts have no end here: couriers go offline when they like.
  private static final double NEVER = 1e12;

  private final Instant now;
  private final CityTravel travel;
  private final RoundProperties properties;
  private final Map<String, Set<String>> excluded;
  private final CourierCells cells;
  private final Map<String, Courier> near = new LinkedHashMap<>();

  Situation(
      Instant now,
      CityTravel travel,
      RoundProperties properties,
      Map<String, Set<String>> excluded,
      Collection<Courier> couriers) {
    this.now = now;
    this.travel = travel;
    this.properties = properties;
    this.excluded = excluded;
    this.cells = CourierCells.of(couriers);
  }

  /// @param progress how far its search has come, 0 to 1: the radius widens with it
  Delivery delivery(Job job, double progress) {
    double radius =
        properties.radiusM() + progress * (properties.radiusMaxM() - properties.radiusM());
    cells.near(job.pickup(), radius).forEach(it -> near.put(it.id(), it));
    return new Delivery(
        job.orderId(),
        job.restaurantId(),
        CityTravel.spot(job.pickup()),
        CityTravel.spot(job.dropoff()),
        // What has passed is past: it must not make an order look not worth bringing.
        Math.max(0, seconds(job.readyAt())),
        Math.max(0, seconds(job.promisedBy())),
        Double.POSITIVE_INFINITY,
        travel.secondsFor(radius),
        excluded.getOrDefault(job.orderId(), Set.of()));
  }

  /// Couriers whom a delivery seen so far could reach.
  List<Courier> near() {
    return List.copyOf(near.values());
  }

  /// @param bound what he is bound to
  /// @param waitForBusy whether somebody who is not free yet counts
  /// @return empty when he is busy
  Optional<Candidate> candidate(Courier courier, List<Job> bound, boolean waitForBusy) {
    var spot = CityTravel.spot(Objects.requireNonNull(courier.location()));
    if (bound.isEmpty()) {
      return Optional.of(candidate(courier, spot, 0, null));
    }
    boolean toPickUp = bound.stream().allMatch(it -> it.status() == JobStatus.ASSIGNED);
    if (properties.grow() && toPickUp && ofOneRestaurant(bound) && courier.hasRoom()) {
      double arrives = travel.seconds(spot, CityTravel.spot(bound.getFirst().pickup()));
      var held = bound.stream().map(it -> delivery(it, 1)).toList();
      return Optional.of(candidate(courier, spot, 0, new Candidate.Heading(held, arrives)));
    }
    double free = freeIn(spot, bound);
    return waitForBusy && free <= properties.scaled(properties.lookAhead())
        ? Optional.of(candidate(courier, CityTravel.spot(bound.getLast().dropoff()), free, null))
        : Optional.empty();
  }

  /// Seconds until all of it is handed over, fetched first and then brought in the order given.
  private double freeIn(Spot from, List<Job> bound) {
    double time = 0;
    Spot at = from;
    for (var job : bound) {
      if (job.status() == JobStatus.ASSIGNED) {
        time += travel.seconds(at, CityTravel.spot(job.pickup()));
        time = Math.max(time + seconds(travel.atRestaurant()), seconds(job.readyAt()));
        at = CityTravel.spot(job.pickup());
      }
    }
    for (var job : bound) {
      time += travel.seconds(at, CityTravel.spot(job.dropoff())) + seconds(travel.atCustomer());
      at = CityTravel.spot(job.dropoff());
    }
    return time;
  }

  private static boolean ofOneRestaurant(List<Job> bound) {
    return bound.stream().map(Job::restaurantId).distinct().count() == 1;
  }

  private Candidate candidate(
      Courier courier, Spot at, double freeAt, Candidate.@Nullable Heading heading) {
    return new Candidate(
        courier.id(),
        at,
        freeAt,
        NEVER,
        Math.min(courier.capacity(), properties.batchMax()),
        courier.rating(),
        courier.sessionLoad(),
        heading);
  }

  /// Who else could have this trip, nearest first: free, with room, not excluded from any of it.
  List<String> others(List<Job> trip, Set<String> taken, int count) {
    var pickup = trip.getFirst().pickup();
    var found = new ArrayList<Courier>();
    for (var courier : near.values()) {
      boolean barred =
          trip.stream()
              .anyMatch(it -> excluded.getOrDefault(it.orderId(), Set.of()).contains(courier.id()));
      if (courier.carrying() == 0
          && courier.capacity() >= trip.size()
          && !barred
          && !taken.contains(courier.id())) {
        found.add(courier);
      }
    }
    found.sort(
        Comparator.comparingDouble(
                (Courier it) -> CityTravel.meters(pickup, Objects.requireNonNull(it.location())))
            .thenComparing(Courier::id));
    return found.stream().limit(count).map(Courier::id).toList();
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private double seconds(Instant moment) {
    return (moment.toEpochMilli() - now.toEpochMilli()) / 1000.0;
  }
}
