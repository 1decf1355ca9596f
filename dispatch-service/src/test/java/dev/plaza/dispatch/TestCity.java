package dev.plaza.dispatch;

import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Place;
import dev.plaza.contracts.Topics;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.contracts.dispatch.SurgeEvent;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.contracts.tracking.PositionEvent;
import dev.plaza.infra.TestInfra;
import dev.plaza.infra.TestTokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Everything around the service: orders and positions that come by Kafka, couriers who speak
/// HTTP, and the events that go out. Couriers tell where they are every half second until they are
/// silenced.
public final class TestCity {

  public static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();
  private static final AtomicLong PLACES = new AtomicLong();

  private final KafkaProducer<String, byte[]> producer;
  private final Map<String, Place> couriers = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> versions = new ConcurrentHashMap<>();
  private final Map<String, List<Seen>> seen = new ConcurrentHashMap<>();
  private final List<SurgeEvent> surges = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService reports = Executors.newSingleThreadScheduledExecutor();
  private final Thread watcher;
  private volatile boolean closed;

  public record Seen(String type, AssignmentEvent event, JsonNode raw) {}

  public record Answer(int status, String text, JsonNode body) {
    public String code() {
      return body.path("code").asString("");
    }
  }

  public TestCity() {
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", TestInfra.urls().kafka()),
            new StringSerializer(),
            new ByteArraySerializer());
    reports.scheduleWithFixedDelay(
        () -> couriers.forEach(this::position), 0, 500, TimeUnit.MILLISECONDS);
    watcher = Thread.ofPlatform().daemon().start(this::watchEvents);
  }

  /// A place of its own for each test, far from all others.
  public static Place somewhere() {
    long n = PLACES.incrementAndGet();
    return new Place(-30 + n * 1.5, 10 + n);
  }

  public static Place offset(Place from, double eastM) {
    double degrees = eastM / (111_195 * Math.cos(Math.toRadians(from.lat())));
    return new Place(from.lat(), from.lon() + degrees);
  }

  public static String id(String name) {
    return name + "-" + UUID.randomUUID().toString().substring(0, 8);
  }

  // Orders

  public OrderEvent order(String orderId, Place pickup) {
    return order(orderId, "r-" + pickup.lon(), pickup, Instant.now());
  }

  public OrderEvent order(String orderId, String restaurant, Place pickup, Instant readyAt) {
    return new OrderEvent(
        orderId,
        0,
        "DISPATCHING",
        "alice",
        restaurant,
        "Beim Wirt",
        null,
        null,
        pickup,
        offset(pickup, -800),
        readyAt,
        readyAt.plusSeconds(1800),
        "EUR",
        2_500,
        0,
        0,
        450,
        List.of(),
        null,
        Instant.now());
  }

  public void request(OrderEvent order) {
    publish(OrderEvent.DISPATCH_REQUESTED, order);
  }

  public void publish(String type, OrderEvent order) {
    long version =
        versions.computeIfAbsent(order.orderId(), _ -> new AtomicLong()).incrementAndGet();
    send(
        Topics.ORDER_ORDER,
        order.orderId(),
        type,
        UUID.randomUUID().toString(),
        versioned(order, version));
  }

  public static OrderEvent versioned(OrderEvent it, long version) {
    return new OrderEvent(
        it.orderId(),
        version,
        it.status(),
        it.customerId(),
        it.restaurantId(),
        it.restaurantName(),
        it.courierId(),
        it.assignmentId(),
        it.pickup(),
        it.dropoff(),
        it.readyAt(),
        it.promisedBy(),
        it.currency(),
        it.total(),
        it.captured(),
        it.refunded(),
        it.courierPay(),
        it.lines(),
        it.reason(),
        Instant.now());
  }

  public void send(String topic, String key, String type, String eventId, Object value) {
    raw(topic, key, type, eventId, JSON.writeValueAsBytes(value));
  }

  public void raw(String topic, String key, String type, String eventId, byte[] value) {
    var record = new ProducerRecord<>(topic, key, value);
    record.headers().add("ce_id", eventId.getBytes(StandardCharsets.UTF_8));
    record.headers().add("ce_type", type.getBytes(StandardCharsets.UTF_8));
    producer.send(record);
    producer.flush();
  }

  /// A golden sample of the contracts, under an id of its own.
  public static String sample(String type, String orderId) throws IOException {
    try (var in = OrderEvent.class.getResourceAsStream("/samples/" + type + ".json")) {
      var sample = (ObjectNode) JSON.readTree(in);
      return JSON.writeValueAsString(sample.put("order_id", orderId));
    }
  }

  // Couriers

  public String courier(int port, Place at) throws Exception {
    return courier(port, at, 2);
  }

  public String courier(int port, Place at, int capacity) throws Exception {
    var courier = id("courier");
    var answer =
        put(
            port,
            "/courier/status",
            courier,
            "{\"status\":\"online\",\"capacity\":%d,\"vehicle\":\"bicycle\"}".formatted(capacity));
    if (answer.status() != 200) {
      throw new AssertionError(answer.text());
    }
    couriers.put(courier, at);
    position(courier, at);
    return courier;
  }

  public void silence(String courier) {
    couriers.remove(courier);
  }

  private void position(String courier, Place at) {
    var now = Instant.now();
    send(
        Topics.TRACKING_POSITION,
        courier,
        PositionEvent.RECORDED,
        UUID.randomUUID().toString(),
        new PositionEvent(courier, at, 5.0, 0.0, null, now, now));
  }

  public JsonNode offer(int port, String courier) {
    return await().atMost(PATIENCE).until(() -> offers(port, courier), it -> !it.isEmpty()).get(0);
  }

  public JsonNode offers(int port, String courier) throws Exception {
    return get(port, "/courier/offers", courier, "courier").body().path("items");
  }

  public Answer accept(int port, String courier, String offer) throws Exception {
    return post(port, "/offers/" + offer + "/accept", courier, "courier", "{}");
  }

  /// Waits for the next offer and takes it.
  public JsonNode take(int port, String courier) throws Exception {
    var answer = accept(port, courier, offer(port, courier).path("id").asString());
    if (answer.status() != 200) {
      throw new AssertionError(answer.text());
    }
    return answer.body();
  }

  // What comes out

  public List<Seen> events(String orderId) {
    return seen.getOrDefault(orderId, List.of());
  }

  public AssignmentEvent event(String orderId, String type) {
    return event(orderId, type, 1);
  }

  /// The n-th event of that type.
  public AssignmentEvent event(String orderId, String type, int n) {
    return await("event " + n + " of type " + type + " of " + orderId)
        .atMost(PATIENCE)
        .until(
            () -> events(orderId).stream().filter(it -> it.type().equals(type)).toList(),
            it -> it.size() >= n)
        .get(n - 1)
        .event();
  }

  public List<String> types(String orderId) {
    return events(orderId).stream().map(Seen::type).toList();
  }

  public List<SurgeEvent> surges() {
    return surges;
  }

  // HTTP

  public Answer get(int port, String path, String subject, String... roles) throws Exception {
    return call(port, "GET", path, subject, roles, null);
  }

  public Answer post(int port, String path, String subject, String role, String body)
      throws Exception {
    return call(port, "POST", path, subject, new String[] {role}, body);
  }

  public Answer put(int port, String path, String subject, String body) throws Exception {
    return call(port, "PUT", path, subject, new String[] {"courier"}, body);
  }

  public Answer call(
      int port, String method, String path, String subject, String[] roles, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .timeout(Duration.ofSeconds(20))
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (subject != null) {
      request.header("Authorization", "Bearer " + TestTokens.token(subject, roles));
    }
    var answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    var text = answer.body();
    var body2 = text.startsWith("{") ? JSON.readTree(text) : JSON.createObjectNode();
    return new Answer(answer.statusCode(), text, body2);
  }

  /// Reads a live stream until there are `count` events: `<id> <name> <data>`.
  public List<String> stream(int port, String path, String subject, String lastEventId, int count)
      throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .header("Authorization", "Bearer " + TestTokens.token(subject, "courier"))
            .header("Accept", "text/event-stream");
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    var answer =
        HTTP.sendAsync(request.build(), HttpResponse.BodyHandlers.ofLines())
            .get(10, TimeUnit.SECONDS);
    var events = new java.util.ArrayList<String>();
    try (var lines = answer.body()) {
      var it = lines.iterator();
      String id = "";
      String name = "";
      while (events.size() < count && it.hasNext()) {
        var line = it.next();
        if (line.startsWith("id:")) {
          id = line.substring(3);
        } else if (line.startsWith("event:")) {
          name = line.substring(6);
        } else if (line.startsWith("data:")) {
          events.add(id + " " + name + " " + line.substring(5));
        }
      }
    }
    return events;
  }

  private void watchEvents() {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                "bootstrap.servers",
                TestInfra.urls().kafka(),
                "group.id",
                id("city"),
                "auto.offset.reset",
                "earliest",
                "metadata.max.age.ms",
                500),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.subscribe(List.of(Topics.DISPATCH_ASSIGNMENT, Topics.DISPATCH_SURGE));
      while (!closed) {
        consumer.poll(Duration.ofMillis(100)).forEach(this::note);
      }
    }
  }

  private void note(ConsumerRecord<String, byte[]> record) {
    if (record.topic().equals(Topics.DISPATCH_SURGE)) {
      surges.add(JSON.readValue(record.value(), SurgeEvent.class));
      return;
    }
    var type = new String(record.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8);
    seen.computeIfAbsent(record.key(), _ -> new CopyOnWriteArrayList<>())
        .add(
            new Seen(
                type,
                JSON.readValue(record.value(), AssignmentEvent.class),
                JSON.readTree(record.value())));
  }

  public void close() throws InterruptedException {
    closed = true;
    reports.shutdownNow();
    watcher.join(Duration.ofSeconds(5));
    producer.close();
  }
}
