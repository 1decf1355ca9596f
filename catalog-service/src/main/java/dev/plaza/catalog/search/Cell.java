package dev.plaza.catalog.search;

import java.util.ArrayList;
import java.util.List;

/// The listings of one H3 cell in columns, so that a scan reads memory in a row. Immutable, but for
/// the memo of opening states.
///
/// `traits` packs what filters ask most: bits 0-39 cuisines (bit 39: one that has no bit of its
/// own), 40-42 price level, 43-52 rating in hundredths, 53 has a pause. `memo` packs a listing's
/// opening state and how long it holds: bits 0-1 the state, 2-31 the minute of the epoch until
/// which, 32-63 the minute since when.
final class Cell {

  final double[] x;
  final double[] y;
  final double[] z;
  final long[] traits;
  final long[] ratingKeys;
  final int[] baseSeconds;
  final int[] prepMinutes;
  final long[] memo;
  final Listing[] listings;

  /// A cap around all points: centre, and its greatest chord.
  final double capX;

  final double capY;
  final double capZ;
  final double capChord;

  Cell(List<Listing> all, Traits packer) {
    int n = all.size();
    x = new double[n];
    y = new double[n];
    z = new double[n];
    traits = new long[n];
    ratingKeys = new long[n];
    baseSeconds = new int[n];
    prepMinutes = new int[n];
    memo = new long[n];
    listings = all.toArray(Listing[]::new);
    double sumX = 0;
    double sumY = 0;
    double sumZ = 0;
    for (int i = 0; i < n; i++) {
      var listing = listings[i];
      x[i] = Sphere.x(listing.lat(), listing.lon());
      y[i] = Sphere.y(listing.lat(), listing.lon());
      z[i] = Sphere.z(listing.lat());
      traits[i] = packer.of(listing);
      ratingKeys[i] = Ranking.ratingKey(listing);
      baseSeconds[i] = Ranking.baseSeconds(listing);
      prepMinutes[i] = listing.prepMinutes();
      sumX += x[i];
      sumY += y[i];
      sumZ += z[i];
    }
    double length = Math.sqrt(sumX * sumX + sumY * sumY + sumZ * sumZ);
    capX = sumX / length;
    capY = sumY / length;
    capZ = sumZ / length;
    double widest = 0;
    for (int i = 0; i < n; i++) {
      widest = Math.max(widest, chord2(i, capX, capY, capZ));
    }
    capChord = Math.sqrt(widest);
  }

  double chord2(int i, double px, double py, double pz) {
    double dx = x[i] - px;
    double dy = y[i] - py;
    double dz = z[i] - pz;
    return dx * dx + dy * dy + dz * dz;
  }

  /// No point of the cell is nearer than this, as a chord.
  double nearest(double px, double py, double pz) {
    double dx = capX - px;
    double dy = capY - py;
    double dz = capZ - pz;
    return Math.max(0, Math.sqrt(dx * dx + dy * dy + dz * dz) - capChord - 1e-12);
  }

  List<Listing> with(Listing listing) {
    var all = without(listing.id());
    all.add(listing);
    return all;
  }

  List<Listing> without(String id) {
    var all = new ArrayList<Listing>(listings.length + 1);
    for (var it : listings) {
      if (!it.id().equals(id)) {
        all.add(it);
      }
    }
    return all;
  }
}
