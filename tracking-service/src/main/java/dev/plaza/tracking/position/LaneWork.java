package dev.plaza.tracking.position;

import dev.plaza.tracking.redis.RedisAway;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What a lane does with the positions it has gathered: a handful of round trips, whatever their
/// number.
///
/// History is written first and the marker moved after, so that positions whose write failed can
/// be sent again and still count. Without Redis, history says where the markers are.
@Component
class LaneWork {

  private static final Log LOG = LogFactory.getLog(LaneWork.class);

  private final Markers markers;
  private final History history;
  private final List<FixListener> listeners;
  private final PositionProperties properties;
  private final Clock clock;
  private final Set<String> unsettled = ConcurrentHashMap.newKeySet();

  LaneWork(
      Markers markers,
      History history,
      List<FixListener> listeners,
      PositionProperties properties,
      Clock clock) {
    this.markers = markers;
    this.history = history;
    this.listeners = listeners;
    this.properties = properties;
    this.clock = clock;
  }

  void write(List<Fix> fixes) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    settle(now);
    Map<String, List<Fix>> byCourier = inOrder(fixes, now);
    Map<String, Fix> before = before(byCourier, now);
    history.write(rows(byCourier, before));
    List<CourierFixes> news = moveMarkers(advancing(byCourier, before));
    if (!news.isEmpty()) {
      tell(news);
    }
  }

  /// Markers that could not be moved while Redis was away are moved now, to where history has
  /// them; or a late fix would find them behind and seem to be news.
  private void settle(Instant now) {
    if (unsettled.isEmpty()) {
      return;
    }
    var couriers = List.copyOf(unsettled);
    try {
      var latest = history.latest(couriers, now.minus(properties.ageMax()));
      markers.move(latest.values().stream().map(it -> new Markers.Move(it, 0)).toList());
      couriers.forEach(unsettled::remove);
    } catch (RedisAway e) {
      LOG.debug("markers stay behind", e);
    }
  }

  /// Each courier's fixes ascending by `ts`, one for each moment, all received now.
  private static Map<String, List<Fix>> inOrder(List<Fix> fixes, Instant now) {
    var sorted = new LinkedHashMap<String, TreeMap<Instant, Fix>>();
    for (Fix fix : fixes) {
      sorted
          .computeIfAbsent(fix.courierId(), _ -> new TreeMap<>(Comparator.naturalOrder()))
          .putIfAbsent(fix.ts(), fix.receivedAt(now));
    }
    var lists = new LinkedHashMap<String, List<Fix>>();
    sorted.forEach((courier, byTime) -> lists.put(courier, List.copyOf(byTime.values())));
    return lists;
  }

  /// Where the markers are: Redis knows, or has lost it and history knows.
  private Map<String, Fix> before(Map<String, List<Fix>> byCourier, Instant now) {
    var known = new HashMap<String, Fix>();
    try {
      known.putAll(markers.find(byCourier.keySet()));
    } catch (RedisAway e) {
      LOG.debug("markers are taken from history", e);
    }
    var unknown = byCourier.keySet().stream().filter(it -> !known.containsKey(it)).toList();
    if (!unknown.isEmpty()) {
      known.putAll(history.latest(unknown, now.minus(properties.ageMax())));
    }
    return known;
  }

  private static List<History.Row> rows(Map<String, List<Fix>> byCourier, Map<String, Fix> before) {
    var rows = new ArrayList<History.Row>();
    byCourier.forEach(
        (courier, fixes) -> {
          Fix known = before.get(courier);
          fixes.forEach(it -> rows.add(new History.Row(it, isLate(it, known))));
        });
    return rows;
  }

  private static List<CourierFixes> advancing(
      Map<String, List<Fix>> byCourier, Map<String, Fix> before) {
    var advancing = new ArrayList<CourierFixes>();
    byCourier.forEach(
        (courier, fixes) -> {
          Fix known = before.get(courier);
          List<Fix> newer = fixes.stream().filter(it -> !isLate(it, known)).toList();
          if (!newer.isEmpty()) {
            advancing.add(new CourierFixes(courier, known, newer, true));
          }
        });
    return advancing;
  }

  private static boolean isLate(Fix fix, @Nullable Fix known) {
    return known != null && !fix.ts().isAfter(known.ts());
  }

  /// Another instance may have moved a marker meanwhile: then the script says so.
  private List<CourierFixes> moveMarkers(List<CourierFixes> advancing) {
    try {
      List<Boolean> moved = markers.move(advancing.stream().map(LaneWork::move).toList());
      var news = new ArrayList<CourierFixes>(advancing.size());
      for (int i = 0; i < advancing.size(); i++) {
        CourierFixes it = advancing.get(i);
        news.add(new CourierFixes(it.courierId(), it.previous(), it.advancing(), moved.get(i)));
      }
      return news;
    } catch (RedisAway e) {
      LOG.debug("markers stay where they are", e);
      advancing.forEach(it -> unsettled.add(it.courierId()));
      return advancing;
    }
  }

  private static Markers.Move move(CourierFixes fixes) {
    Fix previous = fixes.previous();
    return new Markers.Move(fixes.newest(), previous == null ? 0 : previous.tsMs());
  }

  private void tell(List<CourierFixes> news) {
    for (FixListener listener : listeners) {
      try {
        listener.onFixes(news);
      } catch (RuntimeException e) {
        LOG.warn(listener.getClass().getSimpleName() + " failed on positions", e);
      }
    }
  }
}
