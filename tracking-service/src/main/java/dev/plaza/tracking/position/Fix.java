package dev.plaza.tracking.position;

import dev.plaza.contracts.Place;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A position that was accepted. Times are whole milliseconds.
///
/// @param ts when the device was there
/// @param receivedAt when it was taken in
public record Fix(
    String courierId,
    Place location,
    @Nullable Double accuracyM,
    @Nullable Double speedMps,
    @Nullable Double bearingDeg,
    Instant ts,
    Instant receivedAt) {

  public long tsMs() {
    return ts.toEpochMilli();
  }

  public long receivedMs() {
    return receivedAt.toEpochMilli();
  }

  Fix receivedAt(Instant moment) {
    return new Fix(courierId, location, accuracyM, speedMps, bearingDeg, ts, moment);
  }
}
