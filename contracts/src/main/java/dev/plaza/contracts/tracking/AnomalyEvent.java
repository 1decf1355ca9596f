package dev.plaza.contracts.tracking;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A courier's route does not look like a ride (`ce_type` `tracking.anomaly.detected`).
///
/// Topic `tracking.anomaly.v1`, key `courierId`.
///
/// @param kind `impossible_speed`, `teleport`, `standing`, `detour` or `delivered_elsewhere`
/// @param value the measured quantity in the unit of its kind: m/s, m, s, ratio, m
public record AnomalyEvent(
    String courierId, @Nullable String orderId, String kind, double value, Instant at) {

  public static final String DETECTED = "tracking.anomaly.detected";
}
