package dev.plaza.dispatch.job;

import java.time.Instant;

/// When the customer will have it: the expectation and the interval it lies in.
public record Arrival(Instant at, Instant earliest, Instant latest) {
  public Arrival {
    if (at.isBefore(earliest) || at.isAfter(latest)) {
      throw new IllegalArgumentException("%s outside %s..%s".formatted(at, earliest, latest));
    }
  }
}
