package dev.plaza.catalog.search;

import com.uber.h3core.H3Core;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts questions per area (H3 cell) in windows of time: an area is hot when this window or the
/// one before saw enough of them.
final class HotAreas {

  private static final int RESOLUTION = 7;
  private static final int AREAS_MAX = 10_000;

  private final H3Core h3;
  private final Clock clock;
  private final long windowMs;
  private final int perWindow;
  private volatile Window window;

  private record Window(
      long number, Map<Long, AtomicInteger> counts, Map<Long, AtomicInteger> before) {}

  HotAreas(H3Core h3, SearchProperties properties, Clock clock) {
    this.h3 = h3;
    this.clock = clock;
    this.windowMs = properties.hotWindow().toMillis();
    this.perWindow = properties.hotPerWindow();
    this.window = new Window(0, new ConcurrentHashMap<>(), Map.of());
  }

  /// Counts a question about this point, and says whether its area is hot.
  boolean isHot(double lat, double lon) {
    long cell = h3.latLngToCell(lat, lon, RESOLUTION);
    var now = current();
    int count = 1;
    if (now.counts.size() < AREAS_MAX || now.counts.containsKey(cell)) {
      count = now.counts.computeIfAbsent(cell, _ -> new AtomicInteger()).incrementAndGet();
    }
    var before = now.before.get(cell);
    return count >= perWindow || (before != null && before.get() >= perWindow);
  }

  private Window current() {
    long number = clock.millis() / windowMs;
    var known = window;
    if (known.number == number) {
      return known;
    }
    synchronized (this) {
      if (window.number != number) {
        var before = window.number == number - 1 ? window.counts : Map.<Long, AtomicInteger>of();
        window = new Window(number, new ConcurrentHashMap<>(), before);
      }
      return window;
    }
  }
}
