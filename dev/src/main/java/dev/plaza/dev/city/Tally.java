package dev.plaza.dev.city;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Counts what happened, and says once when the platform goes away or comes back.
final class Tally {

  static final int NAMES_MAX = 200;

  private static final Logger log = LoggerFactory.getLogger(Tally.class);

  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final AtomicBoolean away = new AtomicBoolean();

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
    if (!away.getAndSet(true)) {
      log.warn("The platform does not answer ({}); waiting for it", why);
    }
  }

  void back() {
    if (away.getAndSet(false)) {
      log.info("The platform answers again");
    }
  }

  Map<String, Long> counts() {
    var sums = new TreeMap<String, Long>();
    counts.forEach((name, counter) -> sums.put(name, counter.sum()));
    return sums;
  }
}
