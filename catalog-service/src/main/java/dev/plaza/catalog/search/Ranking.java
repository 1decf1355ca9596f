package dev.plaza.catalog.search;

import dev.plaza.catalog.hours.OpenState;

/// The keys that results are ordered by, ascending; ties are broken by id, so every order is total.
///
/// Recommended: first by tier (takes orders, soon to change, closed, unknown), within a tier by the
/// minutes until the food would arrive, less a bonus for the rating:
///
///     prep + distance / 15 km/h - 6 min * (rating' - 3.5)
///
/// where `rating'` is the rating drawn towards 3.8 as by 20 votes, so that one enthusiast does not
/// beat two hundred content guests.
final class Ranking {

  private static final double METRES_PER_SECOND = 15_000 / 3600.0;
  private static final double PRIOR_RATING = 3.8;
  private static final int PRIOR_VOTES = 20;
  private static final double NEUTRAL_RATING = 3.5;
  private static final double SECONDS_PER_STAR = 360;
  private static final int SOON_MINUTES = 60;
  private static final int TIER_SHIFT = 40;
  private static final long ALWAYS_POSITIVE = 1_000_000;

  private Ranking() {}

  static long distanceKey(double metres) {
    return Math.round(metres * 1000);
  }

  /// Best rating first, then most votes; without rating last.
  static long ratingKey(Listing listing) {
    long rating = Math.round(listing.rating() * 1000);
    return (5000 - rating) << 32 | (Integer.MAX_VALUE - listing.ratingCount());
  }

  static int baseSeconds(Listing listing) {
    double rating =
        (listing.rating() * listing.ratingCount() + PRIOR_RATING * PRIOR_VOTES)
            / (listing.ratingCount() + PRIOR_VOTES);
    return (int)
        Math.round(listing.prepMinutes() * 60 - SECONDS_PER_STAR * (rating - NEUTRAL_RATING));
  }

  static long recommendedKey(long tier, int baseSeconds, double metres) {
    double seconds = baseSeconds + metres / METRES_PER_SECOND;
    return tier << TIER_SHIFT | (Math.round(seconds * 10) + ALWAYS_POSITIVE);
  }

  /// @param minutesLeft until the state of the hours changes
  static long tier(OpenState state, boolean paused, long minutesLeft, int prepMinutes) {
    return switch (state) {
      case OPEN -> !paused && minutesLeft >= prepMinutes ? 0 : 1;
      case CLOSED -> minutesLeft <= SOON_MINUTES ? 1 : 2;
      case UNKNOWN -> 3;
    };
  }
}
