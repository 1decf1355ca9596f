package dev.plaza.tracking.track;

import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import dev.plaza.platform.stream.LiveSource;
import dev.plaza.tracking.position.Fix;
import dev.plaza.tracking.position.History;
import dev.plaza.tracking.position.Markers;
import dev.plaza.tracking.redis.RedisAway;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Looks at an order: who may, and what they see.
@Component
class Tracks {

  private static final Duration MARKER_AGE_MAX = Duration.ofHours(24);

  private final TrackedOrders orders;
  private final Feeds feeds;
  private final Markers markers;
  private final History history;
  private final Cursors cursors;
  private final JsonMapper json;
  private final Clock clock;
  private final TrackProperties properties;

  Tracks(
      TrackedOrders orders,
      Feeds feeds,
      Markers markers,
      History history,
      Cursors cursors,
      JsonMapper json,
      Clock clock,
      TrackProperties properties) {
    this.orders = orders;
    this.feeds = feeds;
    this.markers = markers;
    this.history = history;
    this.cursors = cursors;
    this.json = json;
    this.clock = clock;
    this.properties = properties;
  }

  /// The order, for those whom it concerns; 404 for all others.
  TrackedOrder require(Caller caller, String orderId) {
    return orders
        .find(orderId)
        .filter(it -> maySee(caller, it))
        .orElseThrow(ProblemException::notFound);
  }

  private static boolean maySee(Caller caller, TrackedOrder order) {
    return caller.is(Role.OPS)
        || (caller.is(Role.CUSTOMER) && caller.subject().equals(order.customerId()))
        || (caller.is(Role.COURIER) && caller.subject().equals(order.courierId()))
        || caller.isStaffOf(order.restaurantId());
  }

  TrackView view(Caller caller, TrackedOrder order, @Nullable String cursor) {
    return view(order, scope(caller, order), cursor == null ? 0 : decode(caller, order, cursor))
        .view();
  }

  /// A view and the position in the feed that continues it.
  private record Seen(TrackView view, long position) {}

  private Seen view(TrackedOrder order, String scope, long from) {
    List<FeedEvent> events = feeds.after(order, from, properties.feedMax());
    List<FeedEvent> path =
        events.stream().filter(it -> it.kind().equals(FeedEvent.POSITION)).toList();
    long position = events.isEmpty() ? from : events.getLast().position();
    if (path.size() > properties.pathMax()) {
      if (from == 0) {
        path = path.subList(path.size() - properties.pathMax(), path.size());
      } else {
        path = path.subList(0, properties.pathMax());
        position = path.getLast().position();
      }
    }
    Fix courier = courier(order).orElse(null);
    Eta eta = orders.eta(order.orderId()).map(Eta.Known::eta).orElse(null);
    var view =
        new TrackView(
            order.orderId(),
            order.status(),
            courier == null ? null : courier(courier),
            courier == null ? null : TrackView.route(order, courier),
            eta == null || eta.isEmpty() || order.hasEnded() ? null : eta,
            path.stream().map(this::point).toList(),
            cursors.encode(scope, position));
    return new Seen(view, position);
  }

  private TrackView.Point point(FeedEvent event) {
    var at = json.readValue(event.data(), FeedEvent.At.class);
    return new TrackView.Point(at.location().lat(), at.location().lon(), at.ts());
  }

  private TrackView.Courier courier(Fix fix) {
    boolean stale = fix.ts().isBefore(clock.instant().minus(properties.staleAfter()));
    return new TrackView.Courier(fix.location(), fix.ts(), stale);
  }

  private Optional<Fix> courier(TrackedOrder order) {
    String courierId = order.courierId();
    if (!order.showsCourier() || courierId == null) {
      return Optional.empty();
    }
    Optional<Fix> marker;
    try {
      marker = markers.find(courierId);
    } catch (RedisAway _) {
      marker = Optional.empty();
    }
    return marker.or(
        () -> {
          Instant since = clock.instant().minus(MARKER_AGE_MAX);
          Map<String, Fix> found = history.latest(List.of(courierId), since);
          return Optional.ofNullable(found.get(courierId));
        });
  }

  private static String scope(Caller caller, TrackedOrder order) {
    return "track|" + order.orderId() + "|" + caller.subject();
  }

  private long decode(Caller caller, TrackedOrder order, String cursor) {
    List<String> parts = cursors.decode(scope(caller, order), cursor);
    try {
      return Long.parseLong(parts.getFirst());
    } catch (NumberFormatException _) {
      throw new ProblemException(CommonProblem.BAD_CURSOR, "Take cursors as they are.");
    }
  }

  /// The order's feed as a stream for this caller. What is seen follows the order: a stream ends
  /// with the ride, or when the order stops being the caller's.
  LiveSource source(Caller caller, String orderId) {
    return new LiveSource() {
      @Override
      public @Nullable Long position(@Nullable String lastEventId) {
        Long position = number(lastEventId);
        return position != null && feeds.knows(current(), position) ? position : null;
      }

      @Override
      public Snapshot snapshot() {
        TrackedOrder order = current();
        Seen seen = view(order, scope(caller, order), 0);
        return new Snapshot(seen.position(), seen.view());
      }

      @Override
      public List<Event> after(long position, int limit) {
        return orders
            .recent(orderId)
            .filter(it -> maySee(caller, it))
            .map(order -> feeds.after(order, position, limit).stream().map(this::event).toList())
            .orElse(List.of());
      }

      @Override
      public boolean ended(long position) {
        return orders
            .recent(orderId)
            .filter(it -> maySee(caller, it))
            .map(it -> it.hasEnded() && feeds.after(it, position, 1).isEmpty())
            .orElse(true);
      }

      private Event event(FeedEvent it) {
        return new Event(it.position(), it.kind(), json.readTree(it.data()));
      }

      private TrackedOrder current() {
        return require(caller, orderId);
      }
    };
  }

  private static @Nullable Long number(@Nullable String text) {
    try {
      return text == null ? null : Long.valueOf(text);
    } catch (NumberFormatException _) {
      return null;
    }
  }
}
