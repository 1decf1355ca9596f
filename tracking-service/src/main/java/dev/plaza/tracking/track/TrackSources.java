package dev.plaza.tracking.track;

import dev.plaza.platform.security.Caller;
import dev.plaza.platform.stream.LiveSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// An order's feed as a live stream for somebody. What is seen follows the order: a stream ends
/// with the ride, or when the order stops being the watcher's.
@Component
class TrackSources {

  private final TrackAccess access;
  private final TrackedOrders orders;
  private final Feeds feeds;
  private final TrackViews views;
  private final JsonMapper json;

  TrackSources(
      TrackAccess access, TrackedOrders orders, Feeds feeds, TrackViews views, JsonMapper json) {
    this.access = access;
    this.orders = orders;
    this.feeds = feeds;
    this.views = views;
    this.json = json;
  }

  LiveSource of(Caller caller, String orderId) {
    return new Source(caller, orderId);
  }

  private final class Source implements LiveSource {

    private final Caller caller;
    private final String orderId;

    Source(Caller caller, String orderId) {
      this.caller = caller;
      this.orderId = orderId;
    }

    @Override
    public @Nullable Long position(@Nullable String lastEventId) {
      Long position = number(lastEventId);
      TrackedOrder order = access.require(caller, orderId);
      return position != null && feeds.knows(order, position) ? position : null;
    }

    @Override
    public Snapshot snapshot() {
      TrackViews.Seen seen = views.see(caller, access.require(caller, orderId), null);
      return new Snapshot(seen.position(), seen.view());
    }

    @Override
    public List<Event> after(long position, int limit) {
      return visible()
          .map(order -> feeds.after(order, position, limit).stream().map(this::event).toList())
          .orElse(List.of());
    }

    @Override
    public boolean ended(long position) {
      return visible()
          .map(it -> it.hasEnded() && feeds.after(it, position, 1).isEmpty())
          .orElse(true);
    }

    private Optional<TrackedOrder> visible() {
      return orders.recent(orderId).filter(it -> TrackAccess.maySee(caller, it));
    }

    private Event event(FeedEvent it) {
      return new Event(it.position(), it.kind(), json.readTree(it.data()));
    }

    private static @Nullable Long number(@Nullable String text) {
      try {
        return text == null ? null : Long.valueOf(text);
      } catch (NumberFormatException _) {
        return null;
      }
    }
  }
}
