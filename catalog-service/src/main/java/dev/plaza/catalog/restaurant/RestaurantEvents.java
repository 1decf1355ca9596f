package dev.plaza.catalog.restaurant;

import dev.plaza.catalog.hours.Timetables;
import dev.plaza.contracts.Topics;
import dev.plaza.contracts.catalog.RestaurantEvent;
import dev.plaza.platform.outbox.OutboundEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tells the others about a restaurant, its hours already worked out.
final class RestaurantEvents {

  /// A shift that began a while ago is still told whole.
  private static final Duration BEHIND = Duration.ofHours(12);

  private final Timetables timetables;
  private final Duration ahead;

  RestaurantEvents(Timetables timetables, Duration ahead) {
    this.timetables = timetables;
    this.ahead = ahead;
  }

  /// Up to when an event made now knows the hours; null: not at all.
  @Nullable Instant knownUntil(Profile profile, Instant now) {
    return profile.timetable(timetables).isKnown() ? now.plus(ahead) : null;
  }

  OutboundEvent updated(Restaurant restaurant, Instant now) {
    var profile = restaurant.profile();
    var event =
        new RestaurantEvent(
            restaurant.id(),
            restaurant.revision(),
            profile.name(),
            profile.location(),
            profile.timezone(),
            profile.currency(),
            profile.cuisines(),
            profile.priceLevel(),
            profile.minimumOrder(),
            profile.radiusM(),
            profile.area(),
            profile.prepMinutes(),
            restaurant.pausedUntil(),
            pos(profile.pos()),
            intervals(restaurant, now),
            restaurant.hoursUntil(),
            now);
    return new OutboundEvent(
        Topics.CATALOG_RESTAURANT,
        restaurant.id(),
        RestaurantEvent.UPDATED,
        restaurant.id(),
        event);
  }

  private List<RestaurantEvent.Interval> intervals(Restaurant restaurant, Instant now) {
    var until = restaurant.hoursUntil();
    if (until == null) {
      return List.of();
    }
    return restaurant.profile().timetable(timetables).open(now.minus(BEHIND), until).stream()
        .map(it -> new RestaurantEvent.Interval(it.from(), it.to()))
        .toList();
  }

  private static RestaurantEvent.@Nullable PosEndpoint pos(Profile.@Nullable Pos pos) {
    return pos == null ? null : new RestaurantEvent.PosEndpoint(pos.url(), pos.keyId());
  }
}
