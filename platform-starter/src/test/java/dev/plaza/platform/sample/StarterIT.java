package dev.plaza.platform.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.infra.TestInfra;
import dev.plaza.infra.TestTokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.support.TransactionTemplate;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class StarterIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @LocalServerPort int port;
  @Autowired JdbcClient jdbc;
  @Autowired KafkaTemplate<String, byte[]> kafka;
  @Autowired TransactionTemplate transaction;
  @Autowired SampleApplication.ThingController things;
  @Autowired SampleApplication.ThingListener listener;

  @DynamicPropertySource
  static void servers(DynamicPropertyRegistry registry) {
    TestInfra.register(registry::add, "plaza_starter");
  }

  @Test
  void refusesWhoDoesNotSayWhoTheyAre() throws Exception {
    assertThat(get("/whoami", null).statusCode()).isEqualTo(401);
    assertThat(get("/whoami", "not.a.token").statusCode()).isEqualTo(401);
    assertThat(get("/whoami", TestTokens.expired("alice", "customer")).statusCode()).isEqualTo(401);
    var answer = get("/whoami", TestTokens.token("alice", "customer"));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("alice", "CUSTOMER");
  }

  @Test
  void tellsAWrongRoleApart() throws Exception {
    var answer = get("/ops", TestTokens.token("alice", "customer"));
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("\"code\":\"forbidden\"");
    assertThat(get("/ops", TestTokens.token("root", "ops")).statusCode()).isEqualTo(200);
  }

  @Test
  void saysWhatIsWrongAndWhere() throws Exception {
    assertProblem(post("/echo", null, "{\"name\": "), 400, "malformed", "line 1");
    assertProblem(
        post("/echo", null, "{\"name\":\"a\",\"size\":\"x\"}"), 400, "malformed", "/size");
    assertProblem(post("/echo", null, "{\"name\":\"a\",\"size\":1.5}"), 400, "malformed", "/size");
    assertProblem(
        post("/echo", null, "{\"name\":\"a\",\"size\":99999999999}"), 400, "malformed", "/size");
    assertProblem(
        post("/echo", null, "{\"name\":\"a\",\"size\":-99999999999}"),
        400,
        "malformed",
        "is out of range");
    assertProblem(post("/echo", null, "{\"name\":7,\"size\":1}"), 400, "malformed", "/name");
    assertProblem(
        post("/echo", null, "{\"name\":\"a\\u0000\",\"size\":1}"), 400, "malformed", "/name");
    assertProblem(
        post("/echo", null, "{\"name\":\"a\\u0000\",\"size\":1}"), 400, "malformed", "U+0000");
    assertProblem(post("/echo", null, "{\"name\":\" \",\"size\":1}"), 422, "invalid", "/name");
    assertProblem(post("/echo", null, "{\"name\":\"a\",\"size\":0}"), 422, "invalid", "/size");
    assertProblem(get("/numbers?n=x", user()), 400, "malformed", "\"n\"");
    assertProblem(get("/numbers", user()), 400, "malformed", "\"n\"");
    assertProblem(get("/nowhere", user()), 404, "not_found", "");
    assertProblem(get("/echo", user()), 405, "method_not_allowed", "");
    assertProblem(post("/echo", null, nested(100)), 400, "malformed", "");
    assertProblem(post("/echo", null, "x".repeat(300_000)), 413, "payload_too_large", "");
  }

  @Test
  void countsABodyWhoseLengthNobodyAnnounced() throws Exception {
    byte[] body = ("{\"name\":\"" + "x".repeat(300_000) + "\",\"size\":1}").getBytes();
    var request =
        request("/echo", user())
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofInputStream(
                    () -> new java.io.ByteArrayInputStream(body)))
            .build();
    assertThat(send(request).statusCode()).isEqualTo(413);
  }

  @Test
  void takesEffectOncePerKey() throws Exception {
    String body = "{\"name\":\"one\",\"size\":1}";
    assertThat(post("/things/t1", null, body).body()).contains("idempotency_key_required");

    var first = post("/things/t1", "k1", body);
    var again = post("/things/t1", "\"k1\"", "{\"size\":1,  \"name\":\"one\"}");
    assertThat(first.statusCode()).isEqualTo(202);
    assertThat(again.statusCode()).isEqualTo(202);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
    assertProblem(
        post("/things/t1", "k1", "{\"name\":\"two\",\"size\":1}"),
        422,
        "idempotency_key_reused",
        "");
    assertThat(post("/things/t1b", "k1", "{\"name\":\"two\",\"size\":1}").statusCode())
        .isEqualTo(202);
  }

  @Test
  void keepsARefusalButNotWhatWasDoneBeforeIt() throws Exception {
    String body = "{\"name\":\"refuse\",\"size\":1}";
    var first = post("/things/t2", "k2", body);
    int effects = things.effects.get();
    var again = post("/things/t2", "k2", body);
    assertThat(first.statusCode()).isEqualTo(409);
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(things.effects.get()).isEqualTo(effects);
    assertThat(rows("t2")).isZero();
  }

  @Test
  void keepsNoAnswerOfAnOutage() throws Exception {
    String body = "{\"name\":\"away\",\"size\":1}";
    var first = post("/things/t3", "k3", body);
    int effects = things.effects.get();
    post("/things/t3", "k3", body);
    assertThat(first.statusCode()).isEqualTo(503);
    assertThat(first.headers().firstValue("Retry-After")).isPresent();
    assertThat(things.effects.get()).isEqualTo(effects + 1);
    assertThat(rows("t3")).isZero();
  }

  @Test
  void answersFiftyAtOnceWithOneEffect() throws Exception {
    var start = new CountDownLatch(1);
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Integer> submit =
          () -> {
            start.await();
            return post("/things/t4", "k4", "{\"name\":\"fifty\",\"size\":1}").statusCode();
          };
      var all = IntStream.range(0, 50).mapToObj(_ -> pool.submit(submit)).toList();
      start.countDown();
      var statuses = new ArrayList<Integer>();
      for (var it : all) {
        statuses.add(it.get());
      }
      assertThat(statuses).contains(202).allMatch(it -> it == 202 || it == 409);
    }
    assertThat(rows("t4")).isEqualTo(1);
  }

  @Test
  void publishesWhatWasCommittedInOrderOfEachKey() {
    int events = 200;
    IntStream.range(0, events)
        .parallel()
        .forEach(i -> transaction.executeWithoutResult(_ -> append("order-" + i % 4)));
    var seen = consume(SampleApplication.TOPIC, "order-", events);
    for (int key = 0; key < 4; key++) {
      String wanted = "order-" + key;
      var sizes = seen.stream().filter(it -> it.startsWith(wanted + ":")).toList();
      assertThat(sizes).hasSize(events / 4).isSortedAccordingTo((a, b) -> number(a) - number(b));
    }
  }

  /// A lower id that commits late must neither be skipped nor hold the others back.
  @Test
  void findsARowThatCommitsLate() throws Exception {
    var held = new CountDownLatch(1);
    var inserted = new CountDownLatch(1);
    var late =
        Thread.ofVirtual()
            .start(
                () ->
                    transaction.executeWithoutResult(
                        _ -> {
                          append("late-1");
                          inserted.countDown();
                          try {
                            held.await();
                          } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                          }
                        }));
    inserted.await();
    transaction.executeWithoutResult(_ -> append("late-2"));
    assertThat(consume(SampleApplication.TOPIC, "late-", 1))
        .singleElement()
        .asString()
        .startsWith("late-2");
    held.countDown();
    late.join();
    assertThat(consume(SampleApplication.TOPIC, "late-", 2)).hasSize(2);
  }

  @Test
  void takesAnEventInOnce() {
    publish("twice", "same-id", "{\"name\":\"twice\",\"size\":1}");
    publish("twice", "same-id", "{\"name\":\"twice\",\"size\":1}");
    publish("twice", "end-id", "{\"name\":\"end\",\"size\":1}");
    await().atMost(PATIENCE).until(() -> listener.taken.contains("twice:end"));
    assertThat(listener.taken).containsOnlyOnce("twice:twice");
  }

  @Test
  void putsPoisonAsideAndGoesOn() {
    publish("poison", "p1", "{\"name\": broken");
    publish("poison", "p2", "{\"name\":\"cursed\",\"size\":1}");
    publish("poison", "p3", "{\"name\":\"sound\",\"size\":1,\"new_field\":true}");
    await().atMost(PATIENCE).until(() -> listener.taken.contains("poison:sound"));
    assertThat(consume(SampleApplication.TOPIC + ".starter-test.dlt", "poison", 2)).hasSize(2);
  }

  @Test
  void waitsForADatabaseThatIsAway() {
    publish("away", "a1", "{\"name\":\"db-away\",\"size\":1}");
    await().atMost(PATIENCE).until(() -> listener.taken.contains("away:db-away"));
    assertThat(listener.tries.get()).isGreaterThan(5);
  }

  @Test
  void resumesAStreamWhereItBrokeOff() throws Exception {
    things.log.addAll(List.of("a", "b"));
    assertThat(lines(null, 1)).containsExactly("2 resync");
    things.log.addAll(List.of("c", "d", "e"));
    assertThat(lines("2", 3)).containsExactly("3 line", "4 line", "5 line");
    assertThat(lines("77", 1)).containsExactly("5 resync");
    assertThat(lines("nonsense", 1)).containsExactly("5 resync");
  }

  @Test
  void saysThatItIsWell() throws Exception {
    assertThat(get("/actuator/health/readiness", null).body()).contains("UP");
    assertThat(get("/actuator/prometheus", null).body()).contains("plaza_outbox_lag_seconds");
    assertThat(get("/v3/api-docs", null).body()).contains("\"/whoami\"");
  }

  private void append(String key) {
    things
        .jdbc
        .sql("SELECT pg_advisory_xact_lock(hashtext(:key))")
        .param("key", key)
        .query()
        .listOfRows();
    int n =
        jdbc.sql(
                "INSERT INTO thing VALUES (:id, '1') ON CONFLICT (id) DO UPDATE SET name ="
                    + " (thing.name::int + 1)::text RETURNING name::int")
            .param("id", key)
            .query(Integer.class)
            .single();
    things.outbox.append(
        new dev.plaza.platform.outbox.OutboundEvent(
            SampleApplication.TOPIC,
            key,
            "sample.thing.created",
            key,
            Map.of("name", "n", "size", n)));
  }

  private static int number(String text) {
    return Integer.parseInt(text.replaceAll(".*\"size\":(\\d+).*", "$1"));
  }

  private List<String> consume(String topic, String keyPrefix, int count) {
    var found = new ArrayList<String>();
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            TestInfra.urls().kafka(),
            "auto.offset.reset",
            "earliest",
            "group.id",
            "test-" + System.nanoTime(),
            "enable.auto.commit",
            false);
    try (var consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
      consumer.subscribe(List.of(topic));
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                consumer
                    .poll(Duration.ofMillis(200))
                    .forEach(
                        it -> {
                          if (it.key().startsWith(keyPrefix)) {
                            found.add(it.key() + ":" + new String(it.value()));
                          }
                        });
                return found.size() >= count;
              });
    }
    return found;
  }

  private void publish(String key, String id, String value) {
    var record =
        new ProducerRecord<String, byte[]>(SampleApplication.TOPIC, 0, key, value.getBytes());
    record.headers().add("ce_id", id.getBytes()).add("ce_type", "sample.thing.created".getBytes());
    kafka.send(record).join();
  }

  private List<String> lines(String lastEventId, int count) throws Exception {
    var request = request("/stream", user()).header("Accept", "text/event-stream");
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    var response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    var found = new ArrayList<String>();
    try (var reader = new java.io.BufferedReader(new java.io.InputStreamReader(response.body()))) {
      String id = "";
      while (found.size() < count) {
        String line = reader.readLine();
        if (line.startsWith("id:")) {
          id = line.substring(3);
        } else if (line.startsWith("event:")) {
          found.add(id + " " + line.substring(6));
        }
      }
    }
    return found;
  }

  private int rows(String id) {
    return jdbc.sql("SELECT count(*)::int FROM thing WHERE id = :id")
        .param("id", id)
        .query(Integer.class)
        .single();
  }

  private static String nested(int depth) {
    return "{\"inner\":".repeat(depth) + "null" + "}".repeat(depth);
  }

  private static String user() {
    return TestTokens.token("alice", "customer");
  }

  private static void assertProblem(
      HttpResponse<String> answer, int status, String code, String where) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(answer.body()).contains("\"code\":\"" + code + "\"", "\"trace_id\"", where);
  }

  private HttpResponse<String> get(String path, String token) throws Exception {
    return send(request(path, token).GET().build());
  }

  private HttpResponse<String> post(String path, String key, String body) throws Exception {
    var request = request(path, user()).header("Content-Type", "application/json");
    if (key != null) {
      request.header("Idempotency-Key", key);
    }
    return send(request.POST(HttpRequest.BodyPublishers.ofString(body)).build());
  }

  private HttpRequest.Builder request(String path, String token) {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .timeout(Duration.ofSeconds(20));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private static HttpResponse<String> send(HttpRequest request)
      throws IOException, InterruptedException {
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
