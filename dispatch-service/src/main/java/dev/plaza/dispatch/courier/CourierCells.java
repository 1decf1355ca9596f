package dev.plaza.dispatch.courier;

import com.uber.h3core.H3Core;
import dev.plaza.contracts.Place;
import dev.plaza.dispatch.travel.CityTravel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Couriers by H3 cell (resolution 7, about 2.4 km across), in memory. Built from the database at
/// the start of each round: cheap for thousands, always the truth, and nothing to rebuild after a
/// crash.
public final class CourierCells {

  public static final int RESOLUTION = 7;

  /// Smallest distance, metres, that one ring of cells is sure to reach; cells differ in size over
  /// the earth, so it is well below their average (2,100 m between centres).
  private static final double RING_M = 1_500;

  private static final H3Core H3 = load();

  private final Map<Long, List<Courier>> byCell = new HashMap<>();

  private static H3Core load() {
    try {
      return H3Core.newInstance();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static CourierCells of(Collection<Courier> couriers) {
    var cells = new CourierCells();
    for (var courier : couriers) {
      var at = courier.location();
      if (at != null) {
        cells.byCell.computeIfAbsent(cell(at), _ -> new ArrayList<>()).add(courier);
      }
    }
    return cells;
  }

  public static long cell(Place place) {
    return H3.latLngToCell(place.lat(), place.lon(), RESOLUTION);
  }

  public static long cell(String name) {
    return H3.stringToH3(name);
  }

  public static String name(long cell) {
    return H3.h3ToString(cell);
  }

  /// Couriers within that distance, as the crow flies.
  public List<Courier> near(Place place, double radiusM) {
    int rings = (int) Math.ceil(radiusM / RING_M);
    var near = new ArrayList<Courier>();
    for (long cell : H3.gridDisk(cell(place), rings)) {
      for (var courier : byCell.getOrDefault(cell, List.of())) {
        var at = courier.location();
        if (at != null && CityTravel.meters(place, at) <= radiusM) {
          near.add(courier);
        }
      }
    }
    return near;
  }

  /// How many of them are in this cell or next to it and have room.
  public int freeAround(long cell) {
    long free = 0;
    for (long it : H3.gridDisk(cell, 1)) {
      free += byCell.getOrDefault(it, List.of()).stream().filter(Courier::hasRoom).count();
    }
    return Math.toIntExact(free);
  }
}
