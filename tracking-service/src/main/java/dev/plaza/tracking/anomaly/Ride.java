package dev.plaza.tracking.anomaly;

import dev.plaza.contracts.Place;
import dev.plaza.tracking.position.Fix;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the rules remember of a courier between fixes.
///
/// @param anchor where the courier has been around since `anchorMs`
/// @param riddenM metres with each order on board
/// @param toldMs when what was last told
record Ride(
    Place last,
    long lastMs,
    @Nullable Double lastAccuracyM,
    Place anchor,
    long anchorMs,
    Map<String, Double> riddenM,
    Map<String, Long> toldMs) {

  private static final int TOLD_MAX = 20;

  static Ride starting(Fix fix) {
    return new Ride(
        fix.location(),
        fix.tsMs(),
        fix.accuracyM(),
        fix.location(),
        fix.tsMs(),
        Map.of(),
        Map.of());
  }

  Ride moved(Fix fix, Map<String, Double> ridden, double standingWithinM) {
    boolean stays = Metres.between(anchor, fix.location()) <= standingWithinM;
    return new Ride(
        fix.location(),
        fix.tsMs(),
        fix.accuracyM(),
        stays ? anchor : fix.location(),
        stays ? anchorMs : fix.tsMs(),
        ridden,
        toldMs);
  }

  Ride told(List<Anomaly> anomalies, long nowMs) {
    if (anomalies.isEmpty()) {
      return this;
    }
    // Forgetting everything at once may repeat an anomaly, never hide one.
    var told = toldMs.size() > TOLD_MAX ? new HashMap<String, Long>() : new HashMap<>(toldMs);
    anomalies.forEach(it -> told.put(topic(it), nowMs));
    return new Ride(last, lastMs, lastAccuracyM, anchor, anchorMs, riddenM, told);
  }

  static String topic(Anomaly anomaly) {
    return anomaly.orderId() == null
        ? anomaly.kind().wire()
        : anomaly.kind().wire() + ":" + anomaly.orderId();
  }
}
