package dev.plaza.tracking.anomaly;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.tracking.AnomalyEvent;
import dev.plaza.platform.outbox.OutboundEvent;
import dev.plaza.platform.outbox.Outbox;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/// Tells what was found through the outbox: somebody may lose an order or a pay-out by it.
@Component
class Anomalies {

  private static final Log LOG = LogFactory.getLog(Anomalies.class);

  private final Outbox outbox;
  private final TransactionOperations transaction;
  private final MeterRegistry meters;

  Anomalies(Outbox outbox, TransactionOperations transaction, MeterRegistry meters) {
    this.outbox = outbox;
    this.transaction = transaction;
    this.meters = meters;
  }

  void tell(List<Found> found) {
    if (found.isEmpty()) {
      return;
    }
    transaction.executeWithoutResult(_ -> found.forEach(it -> outbox.append(event(it))));
    found.forEach(
        it -> {
          String kind = it.anomaly().kind().wire();
          meters.counter("plaza.tracking.anomalies", "kind", kind).increment();
          LOG.info("courier %s: %s %.1f".formatted(it.courierId(), kind, it.anomaly().value()));
        });
  }

  private static OutboundEvent event(Found it) {
    var event =
        new AnomalyEvent(
            it.courierId(),
            it.anomaly().orderId(),
            it.anomaly().kind().wire(),
            it.anomaly().value(),
            it.at());
    return new OutboundEvent(
        Topics.TRACKING_ANOMALY, it.courierId(), AnomalyEvent.DETECTED, it.courierId(), event);
  }
}
