package dev.plaza.dev.load;

import dev.plaza.dev.load.LoadReport.StepTimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/// Times by step and errors by cause, from many threads.
final class StepTimer {

  static final int CAUSES_MAX = 100;
  private static final long MAX_MICROS = Duration.ofMinutes(30).toNanos() / 1000;

  private final Map<String, Histogram> steps = new ConcurrentHashMap<>();
  private final List<String> order = new ArrayList<>();
  private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();

  void record(String step, long nanos) {
    steps
        .computeIfAbsent(step, this::histogram)
        .recordValue(Math.clamp(nanos / 1000, 0, MAX_MICROS));
  }

  private Histogram histogram(String step) {
    synchronized (order) {
      order.add(step);
    }
    return new ConcurrentHistogram(MAX_MICROS, 3);
  }

  void error(String cause) {
    var counter = errors.get(cause);
    if (counter == null) {
      var name = errors.size() < CAUSES_MAX ? cause : "other";
      counter = errors.computeIfAbsent(name, _ -> new LongAdder());
    }
    counter.increment();
  }

  Map<String, Long> errors() {
    var counts = new TreeMap<String, Long>();
    errors.forEach((cause, counter) -> counts.put(cause, counter.sum()));
    return counts;
  }

  List<StepTimes> times() {
    var times = new ArrayList<StepTimes>();
    synchronized (order) {
      for (var step : order) {
        var histogram = steps.get(step);
        if (histogram != null) {
          times.add(times(step, histogram));
        }
      }
    }
    return times;
  }

  private static StepTimes times(String step, Histogram histogram) {
    return new StepTimes(
        step,
        histogram.getTotalCount(),
        histogram.getValueAtPercentile(50) / 1000.0,
        histogram.getValueAtPercentile(90) / 1000.0,
        histogram.getValueAtPercentile(99) / 1000.0,
        histogram.getMaxValue() / 1000.0);
  }
}
