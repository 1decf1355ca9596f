package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Subject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// A courier who does what the test says.
final class Rider implements AutoCloseable {

  private final Session session;
  private Point place = Kitchen.PLACE.moved(60, 60);

  private Rider(Stack stack) {
    session = stack.as(Subject.courier("rider-" + UUID.randomUUID()));
  }

  static Rider online(Stack stack) {
    var rider = new Rider(stack);
    var status = Map.of("status", "online", "capacity", 2, "vehicle", "bicycle");
    var answer = Stack.patiently(() -> rider.session.put("/courier/status", status));
    assertThat(answer.ok()).as("PUT /courier/status: %s", answer.brief()).isTrue();
    rider.report();
    return rider;
  }

  Session session() {
    return session;
  }

  void report() {
    var position =
        Map.of(
            "lat",
            place.lat(),
            "lon",
            place.lon(),
            "accuracy_m",
            5,
            "speed_mps",
            0,
            "bearing_deg",
            0,
            "ts",
            Instant.now().toString());
    var answer =
        Stack.patiently(
            () -> session.post("/courier/locations", Map.of("positions", List.of(position))));
    assertThat(answer.status()).as("locations: %s", answer.brief()).isEqualTo(202);
  }

  void moveTo(Point point) {
    place = point;
    report();
  }

  /// Waits for the offer of `order` and declines others meanwhile.
  JsonNode offerOf(String order) {
    return await("an offer of order " + order)
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(300))
        .until(() -> look(order), it -> !it.isMissingNode());
  }

  private JsonNode look(String order) throws IOException, InterruptedException {
    report();
    var offers = session.get("/courier/offers");
    for (var offer : offers.body().path("items")) {
      for (var id : offer.path("order_ids")) {
        if (id.asString().equals(order)) {
          return offer;
        }
      }
      session.post(
          "/offers/" + offer.path("id").asString() + "/decline", Map.of("reason", "too_far"));
    }
    return offers.body().path("nothing");
  }

  /// Takes the offer of `order`; the assignment's id.
  String take(String order) {
    var offer = offerOf(order).path("id").asString();
    var answer = Stack.patiently(() -> session.post("/offers/" + offer + "/accept", Map.of()));
    assertThat(answer.ok()).as("accept: %s", answer.brief()).isTrue();
    var assignment = answer.text("assignment_id");
    return assignment.isEmpty() ? answer.text("id") : assignment;
  }

  Response arrived(String order) throws IOException, InterruptedException {
    moveTo(Kitchen.PLACE);
    return session.post("/order/" + order + "/arrived", Map.of());
  }

  Response pickedUp(String order) throws IOException, InterruptedException {
    return session.post("/order/" + order + "/picked-up", Map.of());
  }

  Response delivered(String order, String code) throws IOException, InterruptedException {
    moveTo(Guest.HOME);
    return session.post("/order/" + order + "/delivered", Map.of("code", code));
  }

  @Override
  public void close() {
    var status = Map.of("status", "offline", "capacity", 1, "vehicle", "bicycle");
    Stack.patiently(() -> session.put("/courier/status", status));
  }
}
