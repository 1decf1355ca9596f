package dev.plaza.tracking.track;

import dev.plaza.tracking.position.CourierFixes;
import dev.plaza.tracking.position.Fix;
import dev.plaza.tracking.position.FixListener;
import dev.plaza.tracking.position.History;
import dev.plaza.tracking.redis.RedisAway;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// What watchers of an order see happen. Redis holds it; PostgreSQL can always say it again, with
/// the same position numbers for positions, so that a reader resumes across the loss of Redis.
///
/// Privacy is decided at reading, by the order as it is now: a feed may hold positions that nobody
/// may see any more.
@Component
@Order(Feeds.ORDER)
class Feeds implements FixListener {

  static final int ORDER = 0;

  private static final Log LOG = LogFactory.getLog(Feeds.class);

  private final FeedStore store;
  private final History history;
  private final TrackedOrders orders;
  private final Wakes wakes;
  private final JsonMapper json;
  private final TrackProperties properties;

  Feeds(
      FeedStore store,
      History history,
      TrackedOrders orders,
      Wakes wakes,
      JsonMapper json,
      TrackProperties properties) {
    this.store = store;
    this.history = history;
    this.orders = orders;
    this.wakes = wakes;
    this.json = json;
    this.properties = properties;
  }

  @Override
  public void onFixes(List<CourierFixes> batch) {
    Map<String, CourierFixes> byCourier = new HashMap<>();
    batch.forEach(it -> byCourier.put(it.courierId(), it));
    var appends = new ArrayList<FeedStore.Append>();
    for (TrackedOrder order : orders.under(byCourier.keySet())) {
      CourierFixes fixes = byCourier.get(order.courierId());
      if (fixes != null) {
        appends.add(new FeedStore.Append(order, positions(order, fixes.advancing())));
      }
    }
    append(appends);
  }

  void status(TrackedOrder order) {
    append(List.of(new FeedStore.Append(order, List.of(statusDraft(order)))));
  }

  void eta(TrackedOrder order, Eta.Known eta) {
    append(List.of(new FeedStore.Append(order, List.of(etaDraft(eta)))));
  }

  private void append(List<FeedStore.Append> appends) {
    if (appends.isEmpty()) {
      return;
    }
    try {
      List<Boolean> exists = store.append(appends);
      for (int i = 0; i < appends.size(); i++) {
        if (!exists.get(i)) {
          store.build(fromDatabase(appends.get(i).order()));
        }
      }
    } catch (RedisAway e) {
      LOG.debug("feeds have missed something and will be built anew", e);
      orders.feedsBroken(appends.stream().map(it -> it.order().orderId()).toList());
    }
    appends.forEach(it -> wakes.wake(it.order().orderId()));
  }

  /// Events behind a position that may be seen now, ascending, at most `limit`.
  List<FeedEvent> after(TrackedOrder order, long position, int limit) {
    long from = position;
    while (true) {
      List<FeedEvent> batch = stored(order, from, limit);
      List<FeedEvent> visible = batch.stream().filter(it -> maySee(order, it)).toList();
      if (!visible.isEmpty() || batch.size() < limit) {
        return visible;
      }
      // Nothing but what may not be seen: the reader must not be left standing before it.
      from = batch.getLast().position();
    }
  }

  FeedEvent.At at(FeedEvent event) {
    return json.readValue(event.data(), FeedEvent.At.class);
  }

  /// Whether a client that says it has seen this position can be believed.
  boolean knows(TrackedOrder order, long position) {
    return stored(order, position - 1, 1).stream().anyMatch(it -> it.position() == position);
  }

  private List<FeedEvent> stored(TrackedOrder order, long position, int limit) {
    try {
      if (!store.exists(order)) {
        store.build(fromDatabase(order));
      }
      return store.after(order.orderId(), position, limit);
    } catch (RedisAway e) {
      LOG.debug("a feed is read from the database", e);
      return rebuilt(order, position, limit);
    }
  }

  private static boolean maySee(TrackedOrder order, FeedEvent event) {
    return !event.kind().equals(FeedEvent.POSITION)
        || (order.showsCourier() && event.courierId().equals(order.courierId()));
  }

  /// The feed as the database knows it: the path, and the present status and ETA.
  private FeedStore.Append fromDatabase(TrackedOrder order) {
    return new FeedStore.Append(order, drafts(order, Instant.EPOCH));
  }

  private List<FeedEvent.Draft> drafts(TrackedOrder order, Instant receivedFrom) {
    var drafts = new ArrayList<FeedEvent.Draft>();
    String courierId = order.courierId();
    Instant assignedAt = order.assignedAt();
    if (order.showsCourier() && courierId != null && assignedAt != null) {
      List<Fix> path = history.path(courierId, assignedAt, receivedFrom, properties.feedMax());
      drafts.addAll(positions(order, whole(path)));
    }
    orders.eta(order.orderId()).map(this::etaDraft).ifPresent(drafts::add);
    drafts.add(statusDraft(order));
    drafts.sort(Comparator.comparingLong(FeedEvent.Draft::ms));
    return drafts;
  }

  /// Where a full page begins in the middle of what was received together, that part is left out:
  /// its numbers would be wrong.
  private List<Fix> whole(List<Fix> path) {
    if (path.size() < properties.feedMax()) {
      return path;
    }
    long cut = path.getFirst().receivedMs();
    return path.stream().filter(it -> it.receivedMs() > cut).toList();
  }

  /// The same numbering as Redis does: a counter within each millisecond.
  private List<FeedEvent> rebuilt(TrackedOrder order, long position, int limit) {
    var events = new ArrayList<FeedEvent>();
    long ms = -1;
    long counter = 0;
    for (FeedEvent.Draft it : drafts(order, Instant.ofEpochMilli(FeedEvent.ms(position)))) {
      counter = it.ms() == ms ? counter + 1 : 0;
      ms = it.ms();
      long at = FeedEvent.position(ms, counter);
      if (at > position && events.size() < limit) {
        String kind = it.kind().equals(FeedEvent.Draft.ENDED) ? FeedEvent.STATUS : it.kind();
        events.add(new FeedEvent(at, kind, it.courierId(), it.data()));
      }
    }
    return events;
  }

  /// Nothing from before the courier had the order.
  private List<FeedEvent.Draft> positions(TrackedOrder order, List<Fix> fixes) {
    Instant since = order.assignedAt() == null ? Instant.MAX : order.assignedAt();
    return fixes.stream()
        .filter(it -> !it.ts().isBefore(since))
        .map(
            it ->
                new FeedEvent.Draft(
                    FeedEvent.POSITION,
                    "position:" + it.courierId(),
                    it.receivedMs(),
                    it.tsMs(),
                    it.courierId(),
                    json.writeValueAsString(
                        new FeedEvent.At(it.location(), it.ts(), it.speedMps(), it.bearingDeg()))))
        .toList();
  }

  private FeedEvent.Draft statusDraft(TrackedOrder order) {
    return new FeedEvent.Draft(
        order.hasEnded() ? FeedEvent.Draft.ENDED : FeedEvent.STATUS,
        FeedEvent.STATUS,
        order.changedAt().toEpochMilli(),
        order.version(),
        "",
        json.writeValueAsString(new FeedEvent.Status(order.status())));
  }

  private FeedEvent.Draft etaDraft(Eta.Known known) {
    return new FeedEvent.Draft(
        FeedEvent.ETA,
        FeedEvent.ETA,
        known.changedAt().toEpochMilli(),
        known.seq(),
        "",
        json.writeValueAsString(known.eta()));
  }
}
