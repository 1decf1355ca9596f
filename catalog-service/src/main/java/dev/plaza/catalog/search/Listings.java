package dev.plaza.catalog.search;

import dev.plaza.catalog.hours.Timetables;
import dev.plaza.catalog.restaurant.Restaurants;
import dev.plaza.catalog.restaurant.RestaurantsChanged;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.context.event.EventListener;

/// Keeps the index like the table: all of it at start, then what changed. An event only says that
/// something changed; what it is now is read from the database, so nothing can come out of order.
final class Listings {

  private static final int BATCH_MAX = 500;

  private final PlaceIndex index;
  private final Restaurants restaurants;
  private final Timetables timetables;
  private final Clock clock;
  private final SearchProperties properties;
  private final LinkedBlockingQueue<String> changed = new LinkedBlockingQueue<>();
  private Instant sweptUntil;

  Listings(
      PlaceIndex index,
      Restaurants restaurants,
      Timetables timetables,
      SearchProperties properties,
      Clock clock) {
    this.index = index;
    this.restaurants = restaurants;
    this.timetables = timetables;
    this.properties = properties;
    this.clock = clock;
    this.sweptUntil = clock.instant();
  }

  void loadAll() {
    sweptUntil = clock.instant();
    restaurants.forEach(
        batch -> index.putAll(batch.stream().map(it -> Listing.of(it, timetables)).toList()));
  }

  /// Called on the thread of the commit: the reading is left to [#refreshChanged].
  @EventListener
  void changed(RestaurantsChanged event) {
    changed.addAll(event.ids());
  }

  /// Waits for changes announced in this instance and takes them in.
  void refreshChanged() throws InterruptedException {
    var ids = new ArrayList<String>();
    ids.add(changed.take());
    changed.drainTo(ids, BATCH_MAX - 1);
    try {
      refresh(ids);
    } catch (RuntimeException e) {
      // Kept for another try: the database may be away.
      changed.addAll(ids);
      throw e;
    }
  }

  void refresh(Collection<String> ids) {
    restaurants.load(ids).forEach(it -> index.put(Listing.of(it, timetables)));
  }

  /// Finds what changed without an event reaching this instance.
  void sweep() {
    var now = clock.instant();
    var since = sweptUntil.minus(properties.sweepOverlap());
    var stale =
        restaurants.changedSince(since).stream()
            .filter(
                it -> {
                  var known = index.orderOf(it.id());
                  return known == null
                      || known.isBefore(new Listing.Order(it.revision(), it.menuVersion()));
                })
            .map(Restaurants.Version::id)
            .toList();
    for (int from = 0; from < stale.size(); from += BATCH_MAX) {
      refresh(stale.subList(from, Math.min(stale.size(), from + BATCH_MAX)));
    }
    sweptUntil = now;
  }
}
