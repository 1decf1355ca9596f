package dev.plaza.tracking.anomaly;

import dev.plaza.tracking.position.CourierFixes;
import dev.plaza.tracking.position.Fix;
import dev.plaza.tracking.position.FixListener;
import dev.plaza.tracking.redis.RedisAway;
import dev.plaza.tracking.track.TrackedOrder;
import dev.plaza.tracking.track.TrackedOrders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/// Judges couriers' rides as they come in. Without Redis nobody is judged.
@Component
@Order(RideWatch.ORDER)
class RideWatch implements FixListener {

  static final int ORDER = 20;

  private static final Log LOG = LogFactory.getLog(RideWatch.class);

  private final Rides rides;
  private final TrackedOrders orders;
  private final Anomalies anomalies;
  private final RideRules rules;

  RideWatch(Rides rides, TrackedOrders orders, Anomalies anomalies, AnomalyProperties properties) {
    this.rides = rides;
    this.orders = orders;
    this.anomalies = anomalies;
    this.rules = properties.rules();
  }

  @Override
  public void onFixes(List<CourierFixes> batch) {
    try {
      judge(batch.stream().filter(CourierFixes::moved).toList());
    } catch (RedisAway e) {
      LOG.debug("nobody is judged", e);
    }
  }

  private void judge(List<CourierFixes> batch) {
    var couriers = batch.stream().map(CourierFixes::courierId).toList();
    Map<String, Ride> before = rides.find(couriers);
    Map<String, List<RideRules.Leg>> legs = legs(couriers);
    var after = new HashMap<String, Ride>();
    var found = new ArrayList<Found>();
    for (CourierFixes fixes : batch) {
      String courierId = fixes.courierId();
      Ride ride = before.get(courierId);
      for (Fix fix : fixes.advancing()) {
        RideRules.Outcome outcome = rules.next(ride, fix, legs.getOrDefault(courierId, List.of()));
        ride = outcome.ride();
        outcome.anomalies().forEach(it -> found.add(new Found(courierId, it, fix.ts())));
      }
      if (ride != null) {
        after.put(courierId, ride);
      }
    }
    rides.save(after);
    anomalies.tell(found);
  }

  private Map<String, List<RideRules.Leg>> legs(List<String> couriers) {
    var legs = new HashMap<String, List<RideRules.Leg>>();
    for (TrackedOrder order : orders.under(couriers)) {
      String courierId = order.courierId();
      if (courierId != null && order.pickedUp()) {
        legs.computeIfAbsent(courierId, _ -> new ArrayList<>())
            .add(new RideRules.Leg(order.orderId(), order.pickup(), order.dropoff()));
      }
    }
    return legs;
  }
}
