package dev.plaza.tracking.anomaly;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.tracking.AnomalyEvent;
import dev.plaza.platform.outbox.OutboundEvent;
import dev.plaza.platform.outbox.Outbox;
import dev.plaza.tracking.position.CourierFixes;
import dev.plaza.tracking.position.Fix;
import dev.plaza.tracking.position.FixListener;
import dev.plaza.tracking.position.History;
import dev.plaza.tracking.redis.RedisAway;
import dev.plaza.tracking.track.RideDelivered;
import dev.plaza.tracking.track.TrackedOrder;
import dev.plaza.tracking.track.TrackedOrders;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/// Judges what couriers do as it comes in and tells what is odd, through the outbox: somebody may
/// lose an order or a pay-out by it. Without Redis nobody is judged.
@Component
@Order(AnomalyWatch.ORDER)
class AnomalyWatch implements FixListener {

  static final int ORDER = 20;

  private static final Log LOG = LogFactory.getLog(AnomalyWatch.class);

  private final Rides rides;
  private final TrackedOrders orders;
  private final History history;
  private final Outbox outbox;
  private final TransactionOperations transaction;
  private final Clock clock;
  private final MeterRegistry meters;
  private final AnomalyProperties properties;
  private final RideRules rules;

  AnomalyWatch(
      Rides rides,
      TrackedOrders orders,
      History history,
      Outbox outbox,
      TransactionOperations transaction,
      Clock clock,
      MeterRegistry meters,
      AnomalyProperties properties) {
    this.rides = rides;
    this.orders = orders;
    this.history = history;
    this.outbox = outbox;
    this.transaction = transaction;
    this.clock = clock;
    this.meters = meters;
    this.properties = properties;
    this.rules = properties.rules();
  }

  private record Found(String courierId, Anomaly anomaly, Instant at) {}

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
    tell(found);
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

  /// Where a delivery is said to have happened, against where the courier was seen last.
  @EventListener
  void onDelivered(RideDelivered ride) {
    TrackedOrder order = ride.order();
    String courierId = order.courierId();
    Instant at = order.endedAt();
    if (courierId == null || at == null) {
      return;
    }
    Fix fix = history.latest(List.of(courierId), at.minus(properties.fixAgeMax())).get(courierId);
    if (fix == null) {
      return;
    }
    double metres = Metres.between(fix.location(), order.dropoff()) - orZero(fix.accuracyM());
    if (metres > properties.deliveredWithinM()) {
      var anomaly = new Anomaly(Anomaly.Kind.DELIVERED_ELSEWHERE, order.orderId(), metres);
      tell(List.of(new Found(courierId, anomaly, clock.instant())));
    }
  }

  private void tell(List<Found> found) {
    if (found.isEmpty()) {
      return;
    }
    transaction.executeWithoutResult(
        _ ->
            found.forEach(
                it ->
                    outbox.append(
                        new OutboundEvent(
                            Topics.TRACKING_ANOMALY,
                            it.courierId(),
                            AnomalyEvent.DETECTED,
                            it.courierId(),
                            event(it)))));
    found.forEach(
        it -> {
          meters
              .counter("plaza.tracking.anomalies", "kind", it.anomaly().kind().wire())
              .increment();
          LOG.info(
              "courier %s: %s %.1f"
                  .formatted(it.courierId(), it.anomaly().kind().wire(), it.anomaly().value()));
        });
  }

  private static AnomalyEvent event(Found it) {
    return new AnomalyEvent(
        it.courierId(),
        it.anomaly().orderId(),
        it.anomaly().kind().wire(),
        it.anomaly().value(),
        it.at());
  }

  private static double orZero(@Nullable Double value) {
    return value == null ? 0 : value;
  }
}
