package dev.plaza.platform.outbox;

import dev.plaza.platform.Ids;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/// Writes events into the business transaction: they are published if and only if it commits.
///
/// Order per key is the order of `id`. It equals the order of commits because the caller holds the
/// aggregate's row lock when it appends, and keeps it until the commit.
public final class Outbox {

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Clock clock;
  private final Tracer tracer;
  private final short lanes;
  private final Runnable wakePublisher;

  Outbox(
      JdbcClient jdbc,
      JsonMapper json,
      Clock clock,
      Tracer tracer,
      short lanes,
      Runnable wakePublisher) {
    this.jdbc = jdbc;
    this.json = json;
    this.clock = clock;
    this.tracer = tracer;
    this.lanes = lanes;
    this.wakePublisher = wakePublisher;
  }

  /// Must run inside a transaction.
  public void append(OutboundEvent event) {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException(
          "an event outside a transaction may be lost: " + event.type());
    }
    jdbc.sql(
            """
            INSERT INTO outbox (lane, topic, key, event_id, type, subject, traceparent, value, at)
            VALUES (:lane, :topic, :key, :id, :type, :subject, :traceparent, :value, :at)
            """)
        .param("lane", lane(event.key()))
        .param("topic", event.topic())
        .param("key", event.key())
        .param("id", UUID.fromString(Ids.next()))
        .param("type", event.type())
        .param("subject", event.subject())
        .param("traceparent", traceparent())
        .param("value", json.writeValueAsBytes(event.value()))
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
    wakeAfterCommit();
  }

  /// The same as [#append] for each in this order, in one statement.
  public void appendAll(List<OutboundEvent> events) {
    if (events.isEmpty()) {
      return;
    }
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException(
          "events outside a transaction may be lost: " + events.getFirst().type());
    }
    jdbc.sql(
            """
            INSERT INTO outbox (lane, topic, key, event_id, type, subject, traceparent, value, at)
            SELECT lane, topic, key, id::uuid, type, subject, :traceparent,
                   convert_to(value, 'UTF8'), :at
              FROM unnest(:lanes::smallint[], :topics, :keys, :ids, :types, :subjects, :values)
                   WITH ORDINALITY AS e (lane, topic, key, id, type, subject, value, n)
             ORDER BY n
            """)
        .param("lanes", events.stream().map(it -> (int) lane(it.key())).toArray(Integer[]::new))
        .param("topics", texts(events, OutboundEvent::topic))
        .param("keys", texts(events, OutboundEvent::key))
        .param("ids", texts(events, _ -> Ids.next()))
        .param("types", texts(events, OutboundEvent::type))
        .param("subjects", texts(events, OutboundEvent::subject))
        .param("values", texts(events, it -> json.writeValueAsString(it.value())))
        .param("traceparent", traceparent())
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
    wakeAfterCommit();
  }

  private static String[] texts(List<OutboundEvent> events, Function<OutboundEvent, String> of) {
    return events.stream().map(of).toArray(String[]::new);
  }

  private void wakeAfterCommit() {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            wakePublisher.run();
          }
        });
  }

  private short lane(String key) {
    return (short) Math.floorMod(key.hashCode(), lanes);
  }

  private @Nullable String traceparent() {
    Span span = tracer.currentSpan();
    if (span == null) {
      return null;
    }
    var context = span.context();
    return "00-%s-%s-%s"
        .formatted(
            context.traceId(),
            context.spanId(),
            Boolean.TRUE.equals(context.sampled()) ? "01" : "00");
  }
}
