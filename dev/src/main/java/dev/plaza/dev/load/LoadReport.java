package dev.plaza.dev.load;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What became of a load.
///
/// @param offered arrivals that were due
/// @param done journeys that came to their end
/// @param errors the others by cause
public record LoadReport(
    String journey,
    double offeredPerSecond,
    double seconds,
    long offered,
    long done,
    double donePerSecond,
    Map<String, Long> errors,
    List<StepTimes> steps) {

  /// Milliseconds of one step; those of `journey` count from the moment the arrival was due, so
  /// that a queue in front of the platform, or in the generator, is not forgotten.
  public record StepTimes(
      String step, long count, double p50Ms, double p90Ms, double p99Ms, double maxMs) {}

  String table() {
    var text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: offered %d in %.1f s (%.2f/s), done %d (%.2f/s)%n%n",
            journey,
            offered,
            seconds,
            offeredPerSecond,
            done,
            donePerSecond));
    text.append(
        String.format(
            Locale.ROOT,
            "  %-12s %8s %10s %10s %10s %10s%n",
            "step",
            "count",
            "p50 ms",
            "p90 ms",
            "p99 ms",
            "max ms"));
    for (var step : steps) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %-12s %8d %10.1f %10.1f %10.1f %10.1f%n",
              step.step,
              step.count,
              step.p50Ms,
              step.p90Ms,
              step.p99Ms,
              step.maxMs));
    }
    errors.forEach(
        (cause, count) -> text.append(String.format(Locale.ROOT, "%n  %8d × %s", count, cause)));
    return text.append(errors.isEmpty() ? "  no errors" : "").toString();
  }
}
