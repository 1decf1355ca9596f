package dev.plaza.tracking.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Place;
import dev.plaza.contracts.Topics;
import dev.plaza.contracts.tracking.PositionEvent;
import dev.plaza.infra.TestInfra;
import dev.plaza.infra.TestTokens;
import dev.plaza.tracking.TrackingServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

class PositionIT extends TrackingServers {

  @Autowired private JdbcClient jdbc;
  @Autowired private Markers markers;
  @Autowired private Partitions partitions;

  @Test
  void neverMovesTheMarkerBackButKeepsTheLatePoint() {
    String courier = courierId();
    Instant later = now();
    Instant earlier = later.minusSeconds(240);

    ride(courier, ping(48.3, 16.4, later));
    ride(courier, ping(48.1, 16.1, earlier));

    assertThat(markers.find(courier).orElseThrow().ts()).isEqualTo(later);
    assertThat(history(courier)).containsExactly(earlier + " late", later + "");
  }

  private List<String> history(String courier) {
    return jdbc.sql("SELECT ts, late FROM position WHERE courier_id = :courier ORDER BY ts")
        .param("courier", courier)
        .query(
            (rs, _) ->
                rs.getObject("ts", java.time.OffsetDateTime.class).toInstant()
                    + (rs.getBoolean("late") ? " late" : ""))
        .list();
  }

  @Test
  void refusesTheFutureAndIsMovedByTheNextGoodPoint() {
    String courier = courierId();
    Instant now = now();

    Answer answer =
        post(
            "/courier/locations",
            courierToken(courier),
            pings(
                ping(48.1, 16.1, now.plus(Duration.ofDays(30))),
                ping(48.2, 16.2, now),
                ping(48.3, 16.3, now.plusSeconds(90))));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().at("/accepted").asInt()).isEqualTo(1);
    assertThat(answer.body().at("/refused"))
        .extracting(it -> it.at("/index").asInt() + " " + it.at("/code").asString())
        .containsExactly("0 in_future", "2 in_future");
    ride(courier, ping(48.4, 16.4, now.plusMillis(1)));
    assertThat(markers.find(courier).orElseThrow().location().lat()).isEqualTo(48.4);
  }

  @Test
  void saysWhichPositionsOfABatchItRefusesAndWhy() {
    Instant now = now();
    String old = ping(48, 16, now.minus(Duration.ofHours(25)));
    String range = ping(90.0001, 16, now);
    String huge = ping(48, 16, now).replace("\"lon\":16.0", "\"lon\":1e999");
    String speed = ping(48, 16, now).replace("4.5", "-1");

    Answer answer =
        post(
            "/courier/locations",
            courierToken(courierId()),
            pings(old, range, huge, speed, "{}", "null", ping(-90, 180, now)));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().at("/accepted").asInt()).isEqualTo(1);
    assertThat(answer.body().at("/refused"))
        .extracting(it -> it.at("/code").asString())
        .containsExactly(
            "too_old", "out_of_range", "out_of_range", "out_of_range", "incomplete", "incomplete");
  }

  @Test
  void takesABatchOfTheLargestSizeAndNotOneMore() {
    String courier = courierId();
    Instant now = now();
    String[] most = batch(now, PingBatch.POSITIONS_MAX);

    ride(courier, most);
    Answer tooMany =
        post("/courier/locations", courierToken(courier), pings(batch(now, most.length + 1)));

    assertThat(tooMany.status()).isEqualTo(422);
    assertThat(tooMany.body().at("/errors/0/pointer").asString()).isEqualTo("/positions");
    assertThat(history(courier)).hasSize(PingBatch.POSITIONS_MAX);
  }

  private static String[] batch(Instant now, int size) {
    return IntStream.range(0, size)
        .mapToObj(i -> ping(48 + i / 10_000.0, 16, now.minusMillis(size - i)))
        .toArray(String[]::new);
  }

  @Test
  void takesTheSameBatchManyTimesAtOnceAsOne() throws Exception {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    String body = pings(batch(now().plusSeconds(20), 30));
    var sends = new ArrayList<Callable<Integer>>();
    for (int i = 0; i < 10; i++) {
      sends.add(() -> post("/courier/locations", courierToken(courier), body).status());
    }

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var sent : threads.invokeAll(sends)) {
        assertThat(sent.get()).isEqualTo(202);
      }
    }

    assertThat(history(courier)).hasSize(30).noneMatch(it -> it.endsWith("late"));
    JsonNode seen = get("/track/" + order.id, opsToken()).body();
    assertThat(seen.at("/path")).hasSize(30);
    assertThat(seen.at("/path")).extracting(it -> it.at("/ts").asString()).isSorted();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{                                                     | 400 |",
        "[]                                                    | 400 |",
        "{\"positions\":{}}                                    | 400 | /positions",
        "{\"positions\":[{\"lat\":\"48\"}]}                    | 400 | /positions/0/lat",
        "{\"positions\":[{\"lat\":NaN}]}                       | 400 |",
        "{\"positions\":[{},{\"ts\":\"yesterday\"}]}           | 400 | /positions/1/ts",
        "{\"positions\":[7]}                                   | 400 | /positions/0",
        "{}                                                    | 422 | /positions",
        "{\"positions\":null}                                  | 422 | /positions"
      })
  void refusesBodiesThatAreNoBatch(String body, int status, String pointer) {
    Answer answer = post("/courier/locations", courierToken(courierId()), body);

    assertThat(answer.status()).isEqualTo(status);
    if (pointer != null) {
      assertThat(answer.body().at("/errors/0/pointer").asString()).isEqualTo(pointer);
    }
  }

  @Test
  void takesPositionsFromCouriersOnly() {
    String body = pings(ping(48, 16, now()));

    assertThat(post("/courier/locations", customerToken("alice"), body).status()).isEqualTo(403);
    assertThat(post("/courier/locations", opsToken(), body).status()).isEqualTo(403);
    assertThat(post("/courier/locations", "nonsense", body).status()).isEqualTo(401);
    assertThat(post("/courier/locations", TestTokens.expired("bob", "courier"), body).status())
        .isEqualTo(401);
  }

  @Test
  void tellsThePlatformOnlyWhatMovedTheMarker() {
    String courier = courierId();
    Instant now = now();

    ride(courier, ping(48.1, 16.1, now), ping(48.2, 16.2, now.plusMillis(5)));
    ride(courier, ping(48.3, 16.3, now.minusSeconds(60)));
    ride(courier, ping(48.4, 16.4, now.plusMillis(10)));

    List<PositionEvent> told = published(courier, 2);
    assertThat(told)
        .extracting(PositionEvent::location)
        .containsExactly(new Place(48.2, 16.2), new Place(48.4, 16.4));
  }

  private List<PositionEvent> published(String courier, int count) {
    Map<String, Object> settings =
        Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, TestInfra.urls().kafka());
    var found = new ArrayList<PositionEvent>();
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      var all =
          consumer.partitionsFor(Topics.TRACKING_POSITION).stream()
              .map(it -> new TopicPartition(it.topic(), it.partition()))
              .toList();
      consumer.assign(all);
      consumer.seekToBeginning(all);
      await()
          .atMost(SOON)
          .until(
              () -> {
                for (ConsumerRecord<String, byte[]> record :
                    consumer.poll(Duration.ofMillis(300))) {
                  if (record.key().equals(courier)) {
                    assertThat(
                            new String(
                                record.headers().lastHeader("ce_type").value(),
                                StandardCharsets.UTF_8))
                        .isEqualTo(PositionEvent.RECORDED);
                    found.add(json.readValue(record.value(), PositionEvent.class));
                  }
                }
                return found.size() >= count;
              });
    }
    return found;
  }

  @Test
  void movesTheMarkerToTheNewestWhoeverWritesWhen() throws Exception {
    String courier = courierId();
    long start = now().toEpochMilli();
    var writers = new ArrayList<Callable<List<Boolean>>>();
    for (int writer = 0; writer < 8; writer++) {
      int offset = writer;
      writers.add(
          () ->
              LongStream.range(0, 50)
                  .mapToObj(i -> markers.move(List.of(move(courier, start + i * 8 + offset))))
                  .map(List::getFirst)
                  .toList());
    }

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var done : threads.invokeAll(writers)) {
        done.get();
      }
    }

    assertThat(markers.find(courier).orElseThrow().tsMs()).isEqualTo(start + 49 * 8 + 7);
  }

  private static Markers.Move move(String courier, long ms) {
    Instant at = Instant.ofEpochMilli(ms);
    return new Markers.Move(new Fix(courier, new Place(48, 16), null, null, null, at, at), 0);
  }

  @Test
  void hasPartitionsAheadAndDropsThoseBeyondRetention() {
    jdbc.sql("CREATE TABLE position_20200101 (LIKE position INCLUDING ALL)").update();
    jdbc.sql(
            """
            ALTER TABLE position ATTACH PARTITION position_20200101
              FOR VALUES FROM ('2020-01-01T00:00+00') TO ('2020-01-02T00:00+00')
            """)
        .update();

    partitions.tidy();

    assertThat(partitions.names()).hasSize(7).doesNotContain("position_20200101");
  }
}
