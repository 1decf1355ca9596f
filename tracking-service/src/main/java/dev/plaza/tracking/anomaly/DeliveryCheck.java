package dev.plaza.tracking.anomaly;

import dev.plaza.tracking.position.Fix;
import dev.plaza.tracking.position.History;
import dev.plaza.tracking.track.RideDelivered;
import dev.plaza.tracking.track.TrackedOrder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/// Holds where a delivery is said to have happened against where its courier was seen last.
@Component
class DeliveryCheck {

  private final History history;
  private final Anomalies anomalies;
  private final AnomalyProperties properties;

  DeliveryCheck(History history, Anomalies anomalies, AnomalyProperties properties) {
    this.history = history;
    this.anomalies = anomalies;
    this.properties = properties;
  }

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
      anomalies.tell(List.of(new Found(courierId, anomaly, at)));
    }
  }

  private static double orZero(@Nullable Double value) {
    return value == null ? 0 : value;
  }
}
