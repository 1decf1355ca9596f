package dev.plaza.bench.limit.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/// What was added inside one gateway, in microseconds.
record FilterTime(long requests, double p50, double p99, double p999) {

  private static final Pattern LINE =
      Pattern.compile("bench-filter n=(\\d+) p50=([\\d.]+) p99=([\\d.]+) p999=([\\d.]+)");

  /// As a gateway under bench says it when it ends.
  static String line(long[] sorted) {
    return String.format(
        Locale.ROOT,
        "bench-filter n=%d p50=%.1f p99=%.1f p999=%.1f",
        sorted.length,
        at(sorted, 0.5),
        at(sorted, 0.99),
        at(sorted, 0.999));
  }

  private static double at(long[] sorted, double part) {
    return sorted.length == 0 ? 0 : sorted[(int) (sorted.length * part)] / 1e3;
  }

  /// From the log of a gateway that has ended.
  static FilterTime in(Path log) throws IOException {
    var line = LINE.matcher(Files.readString(log));
    if (!line.find()) {
      throw new IllegalStateException("the gateway did not say its times: " + log);
    }
    return new FilterTime(
        Long.parseLong(line.group(1)),
        Double.parseDouble(line.group(2)),
        Double.parseDouble(line.group(3)),
        Double.parseDouble(line.group(4)));
  }
}
