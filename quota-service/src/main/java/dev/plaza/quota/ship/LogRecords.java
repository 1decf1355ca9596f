package dev.plaza.quota.ship;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plaza.contracts.quota.RedemptionEvent;
import dev.plaza.quota.log.LogEntry;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Makes records for Kafka of one shard's log. Every redemption becomes one, so what many of them
/// share is made once. Not for several threads.
final class LogRecords {

  private static final Header SPEC = header("ce_specversion", "1.0");
  private static final Header SOURCE = header("ce_source", "/plaza/quota-service");
  private static final Header JSON = header("content-type", "application/json");

  private final String topic;
  private final String shard;
  private final Header shardSubject;
  private final ByteArrayOutputStream value = new ByteArrayOutputStream();
  private final SequenceWriter values;
  private final Map<String, Header> types = new HashMap<>();
  private Instant at = Instant.EPOCH;
  private Header time = header("ce_time", at.toString());

  LogRecords(String topic, int shard, JsonMapper json) {
    this.topic = topic;
    this.shard = Integer.toString(shard);
    this.shardSubject = header("ce_subject", this.shard);
    this.values =
        json.rebuild()
            .addModule(new RepeatedInstants())
            .build()
            .writerFor(RedemptionEvent.class)
            .with(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
            .withRootValueSeparator("")
            .writeValues(value);
  }

  /// The type comes last, where a consumer looks first: it need not decode the others' names.
  ProducerRecord<String, byte[]> of(LogEntry it) {
    var id = header("ce_id", "quota-" + it.shard() + "-" + it.epoch() + "-" + it.seq());
    var subject = it.guid() == null ? shardSubject : header("ce_subject", it.guid().toString());
    var headers = List.of(SPEC, id, SOURCE, subject, time(it.at()), JSON, type(it));
    value.reset();
    values.write(LogEvents.event(it));
    return new ProducerRecord<>(topic, null, shard, value.toByteArray(), headers);
  }

  /// What is committed together was decided at the same time.
  private Header time(Instant now) {
    if (!now.equals(at)) {
      at = now;
      time = header("ce_time", now.toString());
    }
    return time;
  }

  private Header type(LogEntry it) {
    return types.computeIfAbsent(LogEvents.type(it), type -> header("ce_type", type));
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, value.getBytes(UTF_8));
  }
}
