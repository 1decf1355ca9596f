package dev.plaza.tracking.position;

import dev.plaza.tracking.redis.RedisAway;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// Where a courier was last seen: by the marker, or by history when Redis does not know.
@Component
public final class Whereabouts {

  private final Markers markers;
  private final History history;
  private final Clock clock;
  private final PositionProperties properties;

  Whereabouts(Markers markers, History history, Clock clock, PositionProperties properties) {
    this.markers = markers;
    this.history = history;
    this.clock = clock;
    this.properties = properties;
  }

  public Optional<Fix> find(String courierId) {
    Optional<Fix> marker;
    try {
      marker = markers.find(courierId);
    } catch (RedisAway _) {
      marker = Optional.empty();
    }
    return marker.or(() -> remembered(courierId));
  }

  private Optional<Fix> remembered(String courierId) {
    var since = clock.instant().minus(properties.ageMax());
    return Optional.ofNullable(history.latest(List.of(courierId), since).get(courierId));
  }
}
