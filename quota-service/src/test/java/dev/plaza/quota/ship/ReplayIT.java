package dev.plaza.quota.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.quota.RedemptionEvent;
import dev.plaza.quota.QuotaServers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;

/// What Kafka delivers twice, in another order, or from an old owner changes nothing.
class ReplayIT extends QuotaServers {

  private static final Duration SOON = Duration.ofSeconds(20);

  @Autowired private LogListener listener;
  @Autowired private LogStore store;
  @Autowired private ShipProperties properties;

  @Value("${spring.kafka.bootstrap-servers}")
  private String kafka;

  // Q29
  @Test
  void theWholeTopicReplayedTwiceLeavesTheSameState() {
    String offer = code("Replay");
    ops().offer(offer, ",\"limit\":20");
    for (int i = 0; i < 30; i++) {
      UUID guid = UUID.randomUUID();
      api().reserve(guid, offer, "user-" + i, 600);
      if (i % 2 == 0) {
        api().confirm(guid);
      }
      if (i % 3 == 0) {
        api().reverse(guid);
      }
    }
    settled();
    String before = state();
    List<ConsumerRecord<String, byte[]>> all = topic();
    assertThat(all).hasSizeGreaterThan(60);

    listener.on(all);
    listener.on(all);

    assertThat(state()).isEqualTo(before);
  }

  @Test
  void anEmptyLogIsBuiltAnewFromTheTopic() {
    String offer = code("Anew");
    ops().offer(offer, ",\"limit\":20");
    for (int i = 0; i < 10; i++) {
      api().redeem(UUID.randomUUID(), offer, "user-" + i);
    }
    settled();
    String before = redeemed(offer);
    jdbc.sql("TRUNCATE redemption_log, redemption_guid, log_position").update();

    // What arrives between the two is early, and comes with the next replay.
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              listener.on(topic());
              assertThat(redeemed(offer)).isEqualTo(before);
              assertThat(ops().get("/quota/reconciliation").number("pending")).isZero();
            });
    settled();
  }

  @Test
  void aRecordWithoutAGuidDoesNotKeepTheLaterOnesOut() {
    int nobodys = 9_999;
    var noGuid =
        new RedemptionEvent(
            nobodys,
            1,
            1,
            null,
            "NIL",
            "alice",
            "o",
            1,
            0,
            1,
            0,
            "slow",
            null,
            null,
            Instant.EPOCH);

    LogStore.Taken taken =
        store.apply(List.of(new LogStore.Typed(RedemptionEvent.REDEEMED, noGuid)));

    assertThat(taken.applied()).isEqualTo(1);
    assertThat(store.position(nobodys)).isEqualTo(1);
    jdbc.sql("DELETE FROM redemption_log WHERE shard = :shard").param("shard", nobodys).update();
    jdbc.sql("DELETE FROM log_position WHERE shard = :shard").param("shard", nobodys).update();
  }

  private String redeemed(String offer) {
    return jdbc.sql(
            """
            SELECT md5(string_agg(l::text, ';' ORDER BY shard, seq)) FROM redemption_log l
             WHERE offer_id = upper(:offer) AND guid IS NOT NULL
            """)
        .param("offer", offer)
        .query(String.class)
        .single();
  }

  // Design case of notes 4.1: a GUID at two shards is flagged and compensated.
  @Test
  void aGuidThatWasSpentAtTwoShardsIsReversedAtTheLaterOne() {
    String offer = code("Twice");
    ops().offer(offer, "");
    UUID guid = UUID.randomUUID();
    api().redeem(guid, offer, "alice");
    int shard = (int) api().get("/redemptions/" + guid).number("shard");

    jdbc.sql(
            """
            INSERT INTO guid_conflict (guid, shard, seq, first_at, at)
            VALUES (:guid, :shard, 1, :other, now())
            """)
        .param("guid", guid)
        .param("shard", shard)
        .param("other", (shard + 1) % 16)
        .update();

    await()
        .atMost(SOON)
        .until(() -> api().get("/redemptions/" + guid).text("status").equals("reversed"));
    await()
        .atMost(SOON)
        .until(
            () ->
                jdbc.sql("SELECT resolved IS NOT NULL FROM guid_conflict WHERE guid = :guid")
                    .param("guid", guid)
                    .query(Boolean.class)
                    .single());
  }

  private void settled() {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              var report = ops().get("/quota/reconciliation");
              assertThat(report.number("pending")).as(report.http().body()).isZero();
              assertThat(report.number("drift")).as(report.http().body()).isZero();
            });
  }

  /// Without rights, which shards return at any time.
  private String state() {
    return jdbc.sql(
            """
            SELECT (SELECT md5(string_agg(l::text, ';' ORDER BY shard, seq)) FROM redemption_log l
                     WHERE guid IS NOT NULL)
                || (SELECT md5(string_agg(g::text, ';' ORDER BY guid)) FROM redemption_guid g)
            """)
        .query(String.class)
        .single();
  }

  private List<ConsumerRecord<String, byte[]>> topic() {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(properties.topic()).stream()
              .map(it -> new TopicPartition(it.topic(), it.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      var all = new ArrayList<ConsumerRecord<String, byte[]>>();
      while (partitions.stream().anyMatch(it -> consumer.position(it) < ends.get(it))) {
        consumer.poll(Duration.ofMillis(200)).forEach(all::add);
      }
      return all;
    }
  }
}
