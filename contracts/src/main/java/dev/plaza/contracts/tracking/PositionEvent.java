package dev.plaza.contracts.tracking;

import dev.plaza.contracts.Place;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A courier's newest position (`ce_type` `tracking.position.recorded`).
///
/// Topic `tracking.position.v1`, key `courierId`. Only positions that moved the marker are
/// published: `ts` ascends per courier.
///
/// @param ts when the device was there
/// @param bearingDeg clockwise from north, [0, 360)
public record PositionEvent(
    String courierId,
    Place location,
    @Nullable Double accuracyM,
    @Nullable Double speedMps,
    @Nullable Double bearingDeg,
    Instant ts,
    Instant receivedAt) {

  public static final String RECORDED = "tracking.position.recorded";
}
