package dev.plaza.quota.ship;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plaza.contracts.quota.RedemptionEvent;
import dev.plaza.quota.log.EntryKind;
import dev.plaza.quota.log.LogEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// What records of one shard share is made once; each is whole all the same.
class LogRecordsTests {

  private static final Instant AT = Instant.parse("2026-03-14T11:58:30.125Z");
  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();
  private static final JsonMapper READER = JSON.rebuild().addModule(new RepeatedInstants()).build();

  private final LogRecords records = new LogRecords("topic", 3, JSON);

  @Test
  void everyRecordHasItsOwnValue() {
    for (LogEntry it : List.of(entry(1, AT), entry(2, AT), entry(3, AT.plusMillis(7)))) {
      byte[] value = records.of(it).value();

      assertThat(value).asString(UTF_8).isEqualTo(JSON.writeValueAsString(LogEvents.event(it)));
      assertThat(READER.readValue(value, RedemptionEvent.class)).isEqualTo(LogEvents.event(it));
    }
  }

  @Test
  void theHeadersAreThoseOfACloudEvent() {
    LogEntry second = entry(2, AT.plusMillis(7));
    records.of(entry(1, AT));

    assertThat(headers(records.of(second)))
        .containsExactly(
            "ce_specversion=1.0",
            "ce_id=quota-3-7-2",
            "ce_source=/plaza/quota-service",
            "ce_subject=" + second.guid(),
            "ce_time=2026-03-14T11:58:30.132Z",
            "content-type=application/json",
            "ce_type=" + RedemptionEvent.REDEEMED);
  }

  @Test
  void whatIsNoTimeIsRefused() {
    for (String it : List.of("\"yesterday\"", "17", "{}")) {
      assertThatThrownBy(() -> READER.readValue(it, Instant.class))
          .as(it)
          .isInstanceOf(DatabindException.class);
    }
  }

  private static List<String> headers(ProducerRecord<String, byte[]> record) {
    var all = new ArrayList<String>();
    record.headers().forEach(it -> all.add(it.key() + "=" + new String(it.value(), UTF_8)));
    return all;
  }

  private static LogEntry entry(long seq, Instant at) {
    return new LogEntry(
        3,
        7,
        seq,
        at,
        EntryKind.CONFIRMED,
        new UUID(1, seq),
        "SUMMER10",
        "alice",
        "order-" + seq,
        1,
        500,
        0,
        0,
        0,
        null);
  }
}
