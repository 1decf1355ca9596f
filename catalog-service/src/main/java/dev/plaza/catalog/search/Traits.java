package dev.plaza.catalog.search;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Packs what filters ask into a long, see [Cell]. The first cuisines seen get a bit of their own;
/// all later ones share the last.
final class Traits {

  static final long PAUSED = 1L << 53;

  private static final int OWN_BITS = 39;
  private static final long SHARED = 1L << OWN_BITS;
  private static final int PRICE_SHIFT = 40;
  private static final int RATING_SHIFT = 43;
  private static final int RATING_MASK = 0x3FF;

  private final Map<String, Long> bits = new ConcurrentHashMap<>();
  private final AtomicInteger given = new AtomicInteger();

  long of(Listing listing) {
    long traits = (long) listing.priceLevel() << PRICE_SHIFT;
    traits |= (long) hundredths(listing.rating()) << RATING_SHIFT;
    if (listing.pausedUntil() != null) {
      traits |= PAUSED;
    }
    for (var cuisine : listing.cuisines()) {
      traits |= bits.computeIfAbsent(cuisine, _ -> newBit());
    }
    return traits;
  }

  private long newBit() {
    return given.get() < OWN_BITS ? 1L << given.getAndIncrement() : SHARED;
  }

  private static int hundredths(double rating) {
    return (int) Math.round(rating * 100);
  }

  Test test(Filters filters) {
    long mask = 0;
    boolean exact = false;
    for (var cuisine : filters.cuisines()) {
      long bit = bits.getOrDefault(cuisine, 0L);
      exact |= bit == SHARED;
      mask |= bit;
    }
    return new Test(
        filters.cuisines(),
        mask,
        exact,
        filters.priceMin(),
        filters.priceMax(),
        hundredths(filters.minRating()));
  }

  /// A filter made ready for many listings.
  record Test(
      List<String> cuisines, long mask, boolean exact, int priceMin, int priceMax, int ratingMin) {

    boolean passes(long traits, Listing listing) {
      if (priceMax > 0) {
        int price = (int) (traits >>> PRICE_SHIFT) & 7;
        if (price < priceMin || price > priceMax) {
          return false;
        }
      }
      if (((int) (traits >>> RATING_SHIFT) & RATING_MASK) < ratingMin) {
        return false;
      }
      if (cuisines.isEmpty()) {
        return true;
      }
      long found = traits & mask;
      return found != 0
          && (!exact
              || found != SHARED
              || listing.cuisines().stream().anyMatch(cuisines::contains));
    }
  }
}
