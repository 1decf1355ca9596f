package dev.plaza.notify.routing;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A provider's breaker as all instances see it.
///
/// @param weight set by ops; null: the configured one
/// @param trips how often it opened since it last worked for long
/// @param probeUntil an instance tries one message until then
/// @param rampFrom when it came back; its share grows from then on
/// @param pausedUntil it asked for a pause (Retry-After)
record ProviderState(
    String id,
    @Nullable Integer weight,
    Circuit circuit,
    int trips,
    @Nullable Instant openUntil,
    @Nullable Instant probeUntil,
    @Nullable Instant rampFrom,
    @Nullable Instant pausedUntil,
    @Nullable String reason) {

  private static final double RAMP_START = 0.1;

  enum Circuit {
    CLOSED,
    OPEN
  }

  static ProviderState fresh(String id) {
    return new ProviderState(id, null, Circuit.CLOSED, 0, null, null, null, null, null);
  }

  /// The part of its weight it may carry now, 0 to 1.
  double share(Instant now, Duration ramp) {
    if (circuit == Circuit.OPEN || (pausedUntil != null && now.isBefore(pausedUntil))) {
      return 0;
    }
    if (rampFrom == null || ramp.isZero()) {
      return 1;
    }
    double passed = (double) Duration.between(rampFrom, now).toMillis() / ramp.toMillis();
    return Math.clamp(RAMP_START + (1 - RAMP_START) * passed, RAMP_START, 1);
  }

  /// When it may be asked again; null: now.
  @Nullable Instant freeAt() {
    return circuit == Circuit.OPEN ? openUntil : pausedUntil;
  }

  boolean mayProbe(Instant now) {
    return circuit == Circuit.OPEN
        && (openUntil == null || !now.isBefore(openUntil))
        && (probeUntil == null || !now.isBefore(probeUntil));
  }

  /// For people: `closed`, `open`, `half_open` or `returning`.
  String named(Instant now, Duration ramp) {
    if (circuit == Circuit.OPEN) {
      return probeUntil != null && now.isBefore(probeUntil) ? "half_open" : "open";
    }
    return share(now, ramp) < 1 && rampFrom != null ? "returning" : "closed";
  }
}
