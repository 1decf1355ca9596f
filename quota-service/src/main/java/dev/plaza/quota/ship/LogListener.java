package dev.plaza.quota.ship;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.quota.RedemptionEvent;
import dev.plaza.platform.events.InboundEvents;
import dev.plaza.platform.events.PoisonRecord;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.dao.DataAccessException;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/// Takes the shards' logs from Kafka into the queryable log.
@Component
class LogListener {

  private final LogStore store;
  private final InboundEvents events;
  private final MeterRegistry meters;

  LogListener(LogStore store, InboundEvents events, MeterRegistry meters) {
    this.store = store;
    this.events = events.with(new RepeatedInstants());
    this.meters = meters;
  }

  @KafkaListener(
      id = "quota.log",
      idIsGroup = false,
      topics = "${quota.ship.topic:" + Topics.QUOTA_REDEMPTION + "}",
      batch = "true")
  void on(List<ConsumerRecord<String, byte[]>> records) {
    var typed = new ArrayList<LogStore.Typed>(records.size());
    PoisonRecord poison = null;
    for (ConsumerRecord<String, byte[]> it : records) {
      try {
        typed.add(new LogStore.Typed(events.type(it), events.read(it, RedemptionEvent.class)));
      } catch (PoisonRecord e) {
        poison = e;
        break;
      }
    }
    apply(typed, records);
    if (poison != null) {
      throw new BatchListenerFailedException("poison", poison, records.get(typed.size()));
    }
  }

  /// A database that is away fails the first record: it is waited for without end.
  private void apply(List<LogStore.Typed> typed, List<ConsumerRecord<String, byte[]>> records) {
    if (typed.isEmpty()) {
      return;
    }
    try {
      LogStore.Taken taken = store.apply(typed);
      count("applied", taken.applied());
      count("repeated", taken.repeated());
      count("stale", taken.stale());
      count("early", taken.early());
    } catch (DataAccessException | TransactionException e) {
      throw new BatchListenerFailedException("not taken", e, records.getFirst());
    }
  }

  private void count(String outcome, int records) {
    meters.counter("plaza.quota.log.records", "outcome", outcome).increment(records);
  }
}
