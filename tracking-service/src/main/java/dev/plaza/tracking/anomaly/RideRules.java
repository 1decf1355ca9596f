package dev.plaza.tracking.anomaly;

import dev.plaza.contracts.Place;
import dev.plaza.tracking.position.Fix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// When a ride is odd. Pure: `next(ride, fix, legs)` knows no clock and no store.
///
/// Distances are shortened by the accuracies of both ends before they are judged, and fixes less
/// than a second apart are judged together with the next one: a bad receiver is not a fraud.
record RideRules(
    double speedMpsMax,
    double teleportM,
    double standingWithinM,
    Duration standingFor,
    double detourRatio,
    double detourExtraM,
    Duration quietFor) {

  private static final double SECONDS_MIN = 1;

  /// Food that a courier carries from the restaurant to its address.
  record Leg(String orderId, Place pickup, Place dropoff) {}

  /// What follows from a fix.
  record Outcome(Ride ride, List<Anomaly> anomalies) {}

  /// @param legs what the courier carries right now
  Outcome next(@Nullable Ride ride, Fix fix, List<Leg> legs) {
    if (ride == null) {
      return new Outcome(Ride.starting(fix), List.of());
    }
    double seconds = (fix.tsMs() - ride.lastMs()) / 1000.0;
    if (seconds < SECONDS_MIN) {
      return new Outcome(ride, List.of());
    }
    var found = new ArrayList<Anomaly>();
    double ridden = Metres.between(ride.last(), fix.location());
    double sure = Math.max(0, ridden - orZero(ride.lastAccuracyM()) - orZero(fix.accuracyM()));
    judgeSpeed(sure, seconds, found);
    Ride next = ride.moved(fix, travelled(ride, legs, ridden), standingWithinM);
    if (!legs.isEmpty()) {
      judgeStanding(next, legs.getFirst(), found);
      legs.forEach(leg -> judgeDetour(next, leg, found));
    }
    List<Anomaly> news = found.stream().filter(it -> isNews(ride, it, fix.tsMs())).toList();
    return new Outcome(next.told(news, fix.tsMs()), news);
  }

  private void judgeSpeed(double metres, double seconds, List<Anomaly> found) {
    double speed = metres / seconds;
    if (metres > teleportM && speed > 2 * speedMpsMax) {
      found.add(new Anomaly(Anomaly.Kind.TELEPORT, null, metres));
    } else if (speed > speedMpsMax) {
      found.add(new Anomaly(Anomaly.Kind.IMPOSSIBLE_SPEED, null, speed));
    }
  }

  private void judgeStanding(Ride ride, Leg leg, List<Anomaly> found) {
    long stood = ride.lastMs() - ride.anchorMs();
    boolean arrived = Metres.between(ride.anchor(), leg.dropoff()) <= standingWithinM;
    if (stood >= standingFor.toMillis() && !arrived) {
      found.add(new Anomaly(Anomaly.Kind.STANDING, leg.orderId(), stood / 1000.0));
    }
  }

  private void judgeDetour(Ride ride, Leg leg, List<Anomaly> found) {
    double straight = Math.max(1, Metres.between(leg.pickup(), leg.dropoff()));
    double ridden = ride.riddenM().getOrDefault(leg.orderId(), 0.0);
    if (ridden > detourRatio * straight && ridden - straight > detourExtraM) {
      found.add(new Anomaly(Anomaly.Kind.DETOUR, leg.orderId(), ridden / straight));
    }
  }

  private static Map<String, Double> travelled(Ride ride, List<Leg> legs, double metres) {
    var ridden = new HashMap<String, Double>();
    legs.forEach(
        leg -> ridden.put(leg.orderId(), ride.riddenM().getOrDefault(leg.orderId(), 0.0) + metres));
    return ridden;
  }

  private boolean isNews(Ride ride, Anomaly anomaly, long nowMs) {
    Long told = ride.toldMs().get(Ride.topic(anomaly));
    return told == null || nowMs - told >= quietFor.toMillis();
  }

  private static double orZero(@Nullable Double value) {
    return value == null ? 0 : value;
  }
}
