package dev.plaza.catalog.search;

import com.uber.h3core.H3Core;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// All places in memory, by H3 cell. Reads take no lock and see each change at once or not at all.
///
/// Two levels: a query finds the coarse cells it may touch by their ids, and within them skips
/// fine cells by the cap around their points. The disk of coarse cells is chosen generously, for
/// cells differ in size; the caps and the distances themselves are exact.
public final class PlaceIndex {

  private static final int COARSE = 5;
  private static final int FINE = 8;

  /// Least distance between centres of neighbours, and greatest reach of a coarse cell, in metres.
  private static final double SPACING_MIN = 10_500;

  private static final double REACH_MAX = 12_500;
  private static final int DISKS_KEPT_MAX = 10_000;

  private final H3Core h3 = h3();
  private final Traits traits = new Traits();
  private final Map<Long, Block> blocks = new ConcurrentHashMap<>();
  private final Map<String, Spot> spots = new ConcurrentHashMap<>();
  private final Map<Disk, long[]> disks = new ConcurrentHashMap<>();

  /// The fine cells of a coarse one.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Block(long[] ids, Cell[] cells) {
    private static final Block EMPTY = new Block(new long[0], new Cell[0]);

    int indexOf(long fine) {
      return Arrays.binarySearch(ids, fine);
    }

    Block with(long fine, @Nullable Cell cell) {
      var sorted = new java.util.TreeMap<Long, Cell>();
      for (int i = 0; i < ids.length; i++) {
        sorted.put(ids[i], cells[i]);
      }
      if (cell == null) {
        sorted.remove(fine);
      } else {
        sorted.put(fine, cell);
      }
      return of(sorted);
    }

    static Block of(java.util.SortedMap<Long, Cell> sorted) {
      return new Block(
          sorted.keySet().stream().mapToLong(Long::longValue).toArray(),
          sorted.values().toArray(Cell[]::new));
    }
  }

  /// Where a place is now.
  private record Spot(long coarse, long fine, Listing.Order order) {}

  private record Disk(long cell, int rings) {}

  private static H3Core h3() {
    try {
      return H3Core.newInstance();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int size() {
    return spots.size();
  }

  /// What is known of a place; null: nothing.
  public Listing.@Nullable Order orderOf(String id) {
    var spot = spots.get(id);
    return spot == null ? null : spot.order;
  }

  /// Adds or replaces; an older listing than the one known changes nothing.
  public synchronized void put(Listing listing) {
    var before = spots.get(listing.id());
    if (before != null && !before.order.isBefore(listing.order())) {
      return;
    }
    var spot = spot(listing);
    if (before != null && (before.coarse != spot.coarse || before.fine != spot.fine)) {
      remove(before, listing.id());
    }
    var block = blocks.getOrDefault(spot.coarse, Block.EMPTY);
    int at = block.indexOf(spot.fine);
    var all = at < 0 ? List.of(listing) : block.cells[at].with(listing);
    blocks.put(spot.coarse, block.with(spot.fine, new Cell(all, traits)));
    spots.put(listing.id(), spot);
  }

  /// The same as [#put] for each, but faster; of several with one id the last counts.
  public synchronized void putAll(Collection<Listing> listings) {
    var cells = new HashMap<Long, Map<Long, List<Listing>>>();
    var latest = new HashMap<String, Listing>();
    listings.forEach(it -> latest.put(it.id(), it));
    for (var listing : latest.values()) {
      if (spots.containsKey(listing.id())) {
        put(listing);
        continue;
      }
      var spot = spot(listing);
      spots.put(listing.id(), spot);
      cells
          .computeIfAbsent(spot.coarse, _ -> new HashMap<>())
          .computeIfAbsent(spot.fine, _ -> new ArrayList<>())
          .add(listing);
    }
    cells.forEach(this::merge);
  }

  private void merge(long coarse, Map<Long, List<Listing>> added) {
    var block = blocks.getOrDefault(coarse, Block.EMPTY);
    var sorted = new java.util.TreeMap<Long, Cell>();
    for (int i = 0; i < block.ids.length; i++) {
      sorted.put(block.ids[i], block.cells[i]);
    }
    added.forEach(
        (fine, listings) -> {
          var all = new ArrayList<Listing>(listings);
          var known = sorted.get(fine);
          if (known != null) {
            all.addAll(List.of(known.listings));
          }
          sorted.put(fine, new Cell(all, traits));
        });
    blocks.put(coarse, Block.of(sorted));
  }

  public synchronized void remove(String id) {
    var spot = spots.remove(id);
    if (spot != null) {
      remove(spot, id);
    }
  }

  private void remove(Spot spot, String id) {
    var block = blocks.getOrDefault(spot.coarse, Block.EMPTY);
    int at = block.indexOf(spot.fine);
    if (at >= 0) {
      var left = block.cells[at].without(id);
      blocks.put(
          spot.coarse, block.with(spot.fine, left.isEmpty() ? null : new Cell(left, traits)));
    }
  }

  private Spot spot(Listing listing) {
    return new Spot(
        h3.latLngToCell(listing.lat(), listing.lon(), COARSE),
        h3.latLngToCell(listing.lat(), listing.lon(), FINE),
        listing.order());
  }

  /// The first results after `query.after`, in order; at most `query.limit`.
  public List<Hit> search(SearchQuery query) {
    return new Scan(query, traits.test(query.filters())).over(cellsNear(query));
  }

  private List<Cell> cellsNear(SearchQuery query) {
    double px = Sphere.x(query.lat(), query.lon());
    double py = Sphere.y(query.lat(), query.lon());
    double pz = Sphere.z(query.lat());
    double chord = Math.sqrt(Sphere.chord2(query.radiusM()));
    var near = new ArrayList<Cell>();
    for (long coarse : disk(query)) {
      var block = blocks.get(coarse);
      if (block == null) {
        continue;
      }
      for (var cell : block.cells) {
        if (cell.nearest(px, py, pz) <= chord) {
          near.add(cell);
        }
      }
    }
    return near;
  }

  private long[] disk(SearchQuery query) {
    // A line crosses a hexagonal grid in at most distance / (spacing * cos 30°) steps.
    double reach = (query.radiusM() + 2 * REACH_MAX) * 2 / Math.sqrt(3) / SPACING_MIN;
    var disk = new Disk(h3.latLngToCell(query.lat(), query.lon(), COARSE), (int) Math.ceil(reach));
    var kept = disks.get(disk);
    if (kept != null) {
      return kept;
    }
    long[] made = h3.gridDisk(disk.cell, disk.rings).stream().mapToLong(Long::longValue).toArray();
    if (disks.size() < DISKS_KEPT_MAX) {
      disks.put(disk, made);
    }
    return made;
  }
}
