package dev.plaza.tracking;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Place;
import dev.plaza.contracts.Topics;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.infra.TestInfra;
import dev.plaza.infra.TestTokens;
import dev.plaza.platform.Ids;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The service on real servers, and the words that tests about it are written in.
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
public abstract class TrackingServers {

  protected static final Place PICKUP = new Place(48.2082, 16.3738);
  protected static final Place DROPOFF = new Place(48.2000, 16.3600);
  protected static final Duration SOON = Duration.ofSeconds(20);

  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  @Autowired protected KafkaTemplate<String, byte[]> kafka;
  @Autowired protected JsonMapper json;
  @LocalServerPort protected int port;

  @DynamicPropertySource
  static void servers(DynamicPropertyRegistry registry) {
    TestInfra.register(registry::add, "plaza_tracking");
  }

  /// An answer with its JSON.
  public record Answer(int status, JsonNode body, HttpResponse<String> http) {}

  protected Answer get(String path, String token) {
    return send(request(path, token).GET());
  }

  protected Answer post(String path, String token, String body) {
    return send(
        request(path, token)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  protected HttpRequest.Builder request(String path, String token) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
        .timeout(Duration.ofSeconds(20))
        .header("Authorization", "Bearer " + token);
  }

  private Answer send(HttpRequest.Builder request) {
    try {
      var answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
      JsonNode body = answer.body().isEmpty() ? json.nullNode() : json.readTree(answer.body());
      return new Answer(answer.statusCode(), body, answer);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  protected static HttpClient http() {
    return HTTP;
  }

  protected static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }

  protected static String courierToken(String courier) {
    return TestTokens.token(courier, "courier");
  }

  protected static String customerToken(String customer) {
    return TestTokens.token(customer, "customer");
  }

  protected static String opsToken() {
    return TestTokens.token("ops", "ops");
  }

  protected static String ping(double lat, double lon, Instant ts) {
    return """
        {"lat":%s,"lon":%s,"accuracy_m":5,"speed_mps":4.5,"bearing_deg":90,"ts":"%s"}"""
        .formatted(lat, lon, ts);
  }

  protected static String pings(String... pings) {
    return "{\"positions\":[" + String.join(",", pings) + "]}";
  }

  /// Sends positions and expects all of them to be taken.
  protected void ride(String courier, String... pings) {
    Answer answer = post("/courier/locations", courierToken(courier), pings(pings));
    if (answer.status() != 202 || answer.body().get("accepted").asInt() != pings.length) {
      throw new AssertionError(answer.http().body());
    }
  }

  /// An order's life as events, with rising versions.
  protected final class Order {
    public final String id = Ids.next();
    public final String customer = "customer-" + id;
    public final String restaurant = "restaurant-" + id;
    private long version;
    private long seq;
    private @Nullable String courier;

    public Order() {}

    public Order placed() {
      return event(OrderEvent.PLACED, "PENDING");
    }

    public Order assigned(String courierId) {
      courier = courierId;
      return event(OrderEvent.COURIER_ASSIGNED, "COURIER_ASSIGNED");
    }

    public Order lost() {
      courier = null;
      return event(OrderEvent.COURIER_LOST, "DISPATCHING");
    }

    public Order pickedUp() {
      return event(OrderEvent.PICKED_UP, "COURIER_EN_ROUTE");
    }

    public Order delivered() {
      return event(OrderEvent.DELIVERED, "DELIVERED");
    }

    public Order event(String type, String status) {
      send(Topics.ORDER_ORDER, id, type, state(++version, status));
      return this;
    }

    public Order again(long oldVersion, String type, String status) {
      send(Topics.ORDER_ORDER, id, type, state(oldVersion, status));
      return this;
    }

    public Order eta(Instant at) {
      send(
          Topics.DISPATCH_ASSIGNMENT,
          id,
          AssignmentEvent.ETA_UPDATED,
          new AssignmentEvent(
              id,
              ++seq,
              "assignment-" + id,
              courier,
              at,
              at.minusSeconds(120),
              at.plusSeconds(240),
              null,
              now()));
      return this;
    }

    /// Until the service has taken in the last event.
    public Order known() {
      await()
          .atMost(SOON)
          .until(
              () -> {
                Answer answer = get("/track/" + id, opsToken());
                return answer.status() == 200
                    && status.equals(answer.body().get("status").asString());
              });
      return this;
    }

    private String status = "";

    private OrderEvent state(long number, String newStatus) {
      if (number == version) {
        status = newStatus;
      }
      return new OrderEvent(
          id,
          number,
          newStatus,
          customer,
          restaurant,
          "Gasthaus",
          courier,
          courier == null ? null : "assignment-" + id,
          PICKUP,
          DROPOFF,
          null,
          null,
          "EUR",
          2000,
          0,
          0,
          400,
          List.of(),
          null,
          now());
    }
  }

  protected void send(String topic, String key, String type, Object value) {
    var record = new ProducerRecord<>(topic, key, json.writeValueAsBytes(value));
    header(record, "ce_id", Ids.next());
    header(record, "ce_type", type);
    try {
      kafka.send(record).get(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void header(ProducerRecord<String, byte[]> record, String name, String value) {
    record.headers().add(name, value.getBytes(UTF_8));
  }

  protected static String courierId() {
    return "courier-" + Ids.next().toLowerCase(Locale.ROOT);
  }
}
