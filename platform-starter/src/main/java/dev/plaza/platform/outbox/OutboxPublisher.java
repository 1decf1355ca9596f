package dev.plaza.platform.outbox;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/// Moves events from the outbox to Kafka, at least once and in order per key.
///
/// A round is one transaction: take the advisory locks of free lanes, read the oldest events of
/// those lanes, send, wait for every acknowledgement, delete, commit. A lane has one publisher at
/// a time among all instances; within it events leave in order of id, and the idempotent producer
/// keeps that order on the wire. There is no cursor: a row that commits late is simply found by a
/// later round. A crash between send and commit sends again; consumers know the event's id.
final class OutboxPublisher {

  private final OutboxStore store;
  private final KafkaTemplate<String, byte[]> kafka;
  private final TransactionTemplate transaction;
  private final OutboxProperties properties;
  private final String source;

  OutboxPublisher(
      OutboxStore store,
      KafkaTemplate<String, byte[]> kafka,
      TransactionTemplate transaction,
      OutboxProperties properties,
      String source) {
    this.store = store;
    this.kafka = kafka;
    this.transaction = transaction;
    this.properties = properties;
    this.source = source;
  }

  /// @return whether more is probably waiting
  boolean round() {
    Integer sent = transaction.execute(_ -> publishBatch());
    return sent != null && sent == properties.batchMax();
  }

  private int publishBatch() {
    List<OutboxStore.Row> rows = store.lockOldest(properties.lanes(), properties.batchMax());
    if (rows.isEmpty()) {
      return 0;
    }
    var acknowledged = new ArrayList<CompletableFuture<?>>(rows.size());
    for (OutboxStore.Row row : rows) {
      acknowledged.add(kafka.send(record(row)));
    }
    await(CompletableFuture.allOf(acknowledged.toArray(CompletableFuture[]::new)));
    store.delete(rows);
    return rows.size();
  }

  private void await(CompletableFuture<?> all) {
    try {
      all.get(properties.publishTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PublishFailed(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new PublishFailed(e);
    }
  }

  private ProducerRecord<String, byte[]> record(OutboxStore.Row row) {
    var record = new ProducerRecord<>(row.topic(), row.key(), row.value());
    header(record, "ce_specversion", "1.0");
    header(record, "ce_id", row.eventId());
    header(record, "ce_type", row.type());
    header(record, "ce_source", source);
    header(record, "ce_subject", row.subject());
    header(record, "ce_time", row.at().toString());
    header(record, "content-type", "application/json");
    if (row.traceparent() != null) {
      header(record, "traceparent", row.traceparent());
    }
    return record;
  }

  private static void header(ProducerRecord<String, byte[]> record, String name, String value) {
    record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  /// Kafka did not acknowledge all of a batch; the transaction rolls back and the batch is resent.
  private static final class PublishFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PublishFailed(Exception cause) {
      super("Kafka did not acknowledge, the events stay in the outbox", cause);
    }
  }
}
