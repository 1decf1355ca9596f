package dev.plaza.tracking.track;

import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.tracking.position.Fix;
import dev.plaza.tracking.position.Whereabouts;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What somebody sees of an order at a moment.
@Component
class TrackViews {

  private final TrackedOrders orders;
  private final Feeds feeds;
  private final Whereabouts whereabouts;
  private final Cursors cursors;
  private final Clock clock;
  private final TrackProperties properties;

  TrackViews(
      TrackedOrders orders,
      Feeds feeds,
      Whereabouts whereabouts,
      Cursors cursors,
      Clock clock,
      TrackProperties properties) {
    this.orders = orders;
    this.feeds = feeds;
    this.whereabouts = whereabouts;
    this.cursors = cursors;
    this.clock = clock;
    this.properties = properties;
  }

  /// A view and the position in the feed that continues it.
  record Seen(TrackView view, long position) {}

  /// The newest part of the path, or with a cursor what follows it; either way bounded.
  Seen see(Caller caller, TrackedOrder order, @Nullable String cursor) {
    String scope = "track|" + order.orderId() + "|" + caller.subject();
    long from = cursor == null ? 0 : decode(scope, cursor);
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
    return new Seen(view(order, path, cursors.encode(scope, position)), position);
  }

  private TrackView view(TrackedOrder order, List<FeedEvent> path, String nextCursor) {
    Fix courier = courier(order).orElse(null);
    Eta eta = orders.eta(order.orderId()).map(Eta.Known::eta).orElse(null);
    return new TrackView(
        order.orderId(),
        order.status(),
        courier == null ? null : marker(courier),
        courier == null ? null : TrackView.route(order, courier),
        eta == null || eta.isEmpty() || order.hasEnded() ? null : eta,
        path.stream().map(this::point).toList(),
        nextCursor);
  }

  private Optional<Fix> courier(TrackedOrder order) {
    return order.showsCourier()
        ? Optional.ofNullable(order.courierId()).flatMap(whereabouts::find)
        : Optional.empty();
  }

  private TrackView.Courier marker(Fix fix) {
    boolean stale = fix.ts().isBefore(clock.instant().minus(properties.staleAfter()));
    return new TrackView.Courier(fix.location(), fix.ts(), stale);
  }

  private TrackView.Point point(FeedEvent event) {
    FeedEvent.At at = feeds.at(event);
    return new TrackView.Point(at.location().lat(), at.location().lon(), at.ts());
  }

  private long decode(String scope, String cursor) {
    try {
      return Long.parseLong(cursors.decode(scope, cursor).getFirst());
    } catch (NumberFormatException _) {
      throw new ProblemException(CommonProblem.BAD_CURSOR, "Take cursors as they are.");
    }
  }
}
