package dev.plaza.order.restaurant;

import dev.plaza.contracts.Place;
import java.util.List;

/// An area with holes on the plate carrée, as RFC 7946 draws it: edges are straight in lon and lat.
///
/// A ring may cross the antimeridian: an edge longer than 180° is read as the short way round, so
/// longitudes are unrolled to be continuous and a place is tried at `lon` and `lon ± 360`. An area
/// around a pole cannot be drawn this way.
record Polygon(Ring outer, List<Ring> holes) {

  /// The edge of a hole still belongs to the area.
  boolean covers(Place place) {
    return switch (outer.locate(place)) {
      case OUTSIDE -> false;
      case EDGE -> true;
      case INSIDE -> holes.stream().noneMatch(it -> it.locate(place) == Where.INSIDE);
    };
  }

  enum Where {
    INSIDE,
    EDGE,
    OUTSIDE
  }

  /// A closed line; the last point is joined to the first whether or not it repeats it.
  static final class Ring {

    /// About 0.1 mm: closer to an edge is on the edge.
    private static final double EDGE_DEGREES = 1e-9;

    private final double[] lons;
    private final double[] lats;
    private final double west;
    private final double east;

    private Ring(double[] lons, double[] lats, double west, double east) {
      this.lons = lons;
      this.lats = lats;
      this.west = west;
      this.east = east;
    }

    static Ring of(double[] lons, double[] lats) {
      if (lons.length < 3) {
        throw new IllegalArgumentException("a ring needs three points");
      }
      double[] unrolled = lons.clone();
      double west = unrolled[0];
      double east = unrolled[0];
      for (int i = 1; i < unrolled.length; i++) {
        double step = lons[i] - lons[i - 1];
        if (step > 180) {
          step -= 360;
        } else if (step < -180) {
          step += 360;
        }
        unrolled[i] = unrolled[i - 1] + step;
        west = Math.min(west, unrolled[i]);
        east = Math.max(east, unrolled[i]);
      }
      return new Ring(unrolled, lats.clone(), west, east);
    }

    Where locate(Place place) {
      for (int turn = -1; turn <= 1; turn++) {
        double lon = place.lon() + 360.0 * turn;
        if (lon < west - EDGE_DEGREES || lon > east + EDGE_DEGREES) {
          continue;
        }
        Where here = locate(lon, place.lat());
        if (here != Where.OUTSIDE) {
          return here;
        }
      }
      return Where.OUTSIDE;
    }

    private Where locate(double x, double y) {
      boolean inside = false;
      for (int i = 0, j = lons.length - 1; i < lons.length; j = i++) {
        if (onEdge(x, y, i, j)) {
          return Where.EDGE;
        }
        if ((lats[i] > y) != (lats[j] > y)) {
          double crossing = lons[i] + (y - lats[i]) / (lats[j] - lats[i]) * (lons[j] - lons[i]);
          if (x < crossing) {
            inside = !inside;
          }
        }
      }
      return inside ? Where.INSIDE : Where.OUTSIDE;
    }

    private boolean onEdge(double x, double y, int i, int j) {
      double dx = lons[j] - lons[i];
      double dy = lats[j] - lats[i];
      double length = Math.hypot(dx, dy);
      if (length == 0) {
        return Math.hypot(x - lons[i], y - lats[i]) <= EDGE_DEGREES;
      }
      double across = Math.abs(dx * (y - lats[i]) - dy * (x - lons[i])) / length;
      double along = (dx * (x - lons[i]) + dy * (y - lats[i])) / length;
      return across <= EDGE_DEGREES && along >= -EDGE_DEGREES && along <= length + EDGE_DEGREES;
    }
  }
}
