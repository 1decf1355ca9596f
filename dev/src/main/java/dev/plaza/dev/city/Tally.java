package dev.plaza.dev.city;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Counts what happened, and says once when the platform is away for some seconds or comes back.
final class Tally {

  static final int NAMES_MAX = 200;

  /// What is shorter is not worth a line.
  private static final Duration QUIET = Duration.ofSeconds(5);

  private static final Logger log = LoggerFactory.getLogger(Tally.class);

  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final AtomicLong awaySince = new AtomicLong();
  private final AtomicBoolean told = new AtomicBoolean();

  void count(String what) {
    var counter = counts.get(what);
    if (counter == null) {
      var name = counts.size() < NAMES_MAX ? what : "other";
      counter = counts.computeIfAbsent(name, _ -> new LongAdder());
    }
    counter.increment();
  }

  void away(String why) {
    count("unreachable");
    var now = Math.max(1, System.nanoTime());
    var since = awaySince.updateAndGet(before -> before == 0 ? now : before);
    if (now - since > QUIET.toNanos() && !told.getAndSet(true)) {
      log.warn("The platform does not answer ({}); waiting for it", why);
    }
  }

  void back() {
    awaySince.set(0);
    if (told.getAndSet(false)) {
      log.info("The platform answers again");
    }
  }

  Map<String, Long> counts() {
    var sums = new TreeMap<String, Long>();
    counts.forEach((name, counter) -> sums.put(name, counter.sum()));
    return sums;
  }
}
