package dev.plaza.catalog.restaurant;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.time.Duration;
import java.time.Instant;

/// Moments that may be asked for.
public final class Moments {

  private static final Duration REACH = Duration.ofDays(400);

  private Moments() {}

  /// @throws ProblemException 422 for a moment further away than about a year
  public static Instant inReach(Instant at, Instant now) {
    if (Duration.between(now, at).abs().compareTo(REACH) > 0) {
      throw new ProblemException(CommonProblem.INVALID, "Hours so far away are not known.")
          .at("at", "must be within " + REACH.toDays() + " days of now");
    }
    return at;
  }
}
