package dev.plaza.catalog.search;

import dev.plaza.catalog.hours.OpenState;
import dev.plaza.catalog.hours.Timetable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One run over the cells that a query touches: keeps the best and asks the cheap questions first.
final class Scan {

  private static final long MINUTE = 60_000;
  private static final long DAY_MINUTES = 1_440;

  /// Distances that differ by less may have the same key.
  private static final double KEY_STEP_M = 0.002;

  private final SearchQuery query;
  private final Traits.Test test;
  private final double px;
  private final double py;
  private final double pz;
  private final long minute;
  private final Hit[] best;
  private int found;

  /// Squared chord beyond which nothing is wanted; shrinks when the nearest are looked for.
  private double reach2;

  Scan(SearchQuery query, Traits.Test test) {
    this.query = query;
    this.test = test;
    px = Sphere.x(query.lat(), query.lon());
    py = Sphere.y(query.lat(), query.lon());
    pz = Sphere.z(query.lat());
    reach2 = Sphere.chord2(query.radiusM());
    minute = Math.floorDiv(query.at().toEpochMilli(), MINUTE);
    best = new Hit[query.limit()];
  }

  List<Hit> over(List<Cell> cells) {
    if (query.sort() == SearchQuery.Sort.DISTANCE) {
      nearestFirst(cells);
    } else {
      cells.forEach(this::scan);
    }
    var hits = new ArrayList<Hit>(found);
    for (int i = 0; i < found; i++) {
      hits.add(best[i]);
    }
    return hits;
  }

  /// Cells further away than the worst hit of a full list have nothing better.
  private void nearestFirst(List<Cell> cells) {
    record Near(double chord, Cell cell) {}
    var sorted =
        cells.stream()
            .map(it -> new Near(it.nearest(px, py, pz), it))
            .sorted(Comparator.comparingDouble(Near::chord))
            .toList();
    for (var near : sorted) {
      if (found == best.length
          && Ranking.distanceKey(Sphere.metres(near.chord * near.chord)) > best[found - 1].key()) {
        return;
      }
      scan(near.cell);
    }
  }

  private void scan(Cell cell) {
    for (int i = 0; i < cell.listings.length; i++) {
      double to = cell.chord2(i, px, py, pz);
      if (to > reach2 || !test.passes(cell.traits[i], cell.listings[i])) {
        continue;
      }
      long key = key(cell, i, to);
      if (isWanted(key, cell.listings[i]) && passes(cell, i)) {
        insert(new Hit(cell.listings[i], Sphere.metres(to), key));
      }
    }
  }

  private long key(Cell cell, int i, double to) {
    return switch (query.sort()) {
      case DISTANCE -> Ranking.distanceKey(Sphere.metres(to));
      case RATING -> cell.ratingKeys[i];
      case RECOMMENDED ->
          Ranking.recommendedKey(tier(cell, i), cell.baseSeconds[i], Sphere.metres(to));
    };
  }

  /// Better than the worst of a full list, and after the position asked for.
  private boolean isWanted(long key, Listing listing) {
    if (found == best.length && key > best[found - 1].key()) {
      return false;
    }
    var after = query.after();
    if (after != null && !after.isBefore(key, listing.id())) {
      return false;
    }
    return found < best.length || precedes(key, listing.id(), best[found - 1]);
  }

  private static boolean precedes(long key, String id, Hit other) {
    return key < other.key() || (key == other.key() && id.compareTo(other.listing().id()) < 0);
  }

  private boolean passes(Cell cell, int i) {
    if (query.filters().openNow()
        && (OpenState.of(memo(cell, i)) != OpenState.OPEN || isPaused(cell, i))) {
      return false;
    }
    @Nullable String text = query.text();
    return text == null || cell.listings[i].text().contains(text);
  }

  private void insert(Hit hit) {
    if (best.length == 0) {
      return;
    }
    int at = found < best.length ? found++ : found - 1;
    while (at > 0 && precedes(hit.key(), hit.listing().id(), best[at - 1])) {
      best[at] = best[at - 1];
      at--;
    }
    best[at] = hit;
    if (found == best.length && query.sort() == SearchQuery.Sort.DISTANCE) {
      double worst = Sphere.chord2(best[found - 1].distanceM() + KEY_STEP_M);
      reach2 = Math.min(reach2, worst);
    }
  }

  private long tier(Cell cell, int i) {
    long memo = memo(cell, i);
    long left = until(memo) - minute;
    return Ranking.tier(OpenState.of(memo), isPaused(cell, i), left, cell.prepMinutes[i]);
  }

  private boolean isPaused(Cell cell, int i) {
    if ((cell.traits[i] & Traits.PAUSED) == 0) {
      return false;
    }
    var until = cell.listings[i].pausedUntil();
    return until != null && query.at().isBefore(until);
  }

  /// Scans run at the same time and may overwrite each other's memo; each is right by itself.
  private long memo(Cell cell, int i) {
    long memo = cell.memo[i];
    if (minute < since(memo) || minute >= until(memo)) {
      memo = look(cell.listings[i].timetable());
      cell.memo[i] = memo;
    }
    return memo;
  }

  private long look(Timetable timetable) {
    long at = minute * MINUTE;
    var window = timetable.around(Instant.ofEpochMilli(at));
    long change = window.nextChange(at);
    long until = change == Timetable.Window.NEVER ? minute + DAY_MINUTES : change / MINUTE;
    return minute << 32 | until << 2 | window.state(at).code();
  }

  private static long since(long memo) {
    return memo >>> 32;
  }

  private static long until(long memo) {
    return memo >>> 2 & 0x3FFF_FFFFL;
  }
}
