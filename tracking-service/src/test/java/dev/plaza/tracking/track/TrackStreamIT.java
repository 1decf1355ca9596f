package dev.plaza.tracking.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.tracking.EventStream;
import dev.plaza.tracking.TrackingServers;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class TrackStreamIT extends TrackingServers {

  private EventStream watch(Order order, @Nullable String lastEventId) {
    return EventStream.open(
        http(),
        request("/track/" + order.id + "/stream", customerToken(order.customer)),
        lastEventId);
  }

  @Test
  void resumesWithExactlyTheThreeMissedEvents() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    Instant now = now();
    String last;
    try (EventStream stream = watch(order, null)) {
      assertThat(stream.next().name()).isEqualTo("resync");
      ride(courier, ping(48.21, 16.37, now));
      EventStream.Event first = stream.next();
      assertThat(first.name()).isEqualTo("position");
      last = first.id();
    }
    for (int i = 1; i <= 3; i++) {
      ride(courier, ping(48.21 + i / 1000.0, 16.37, now.plusMillis(i)));
    }

    try (EventStream stream = watch(order, last)) {
      ride(courier, ping(48.22, 16.37, now.plusMillis(4)));
      List<EventStream.Event> events = stream.next(4);

      assertThat(events).extracting(EventStream.Event::name).containsOnly("position");
      assertThat(events)
          .extracting(it -> it.data().at("/location/lat").asDouble())
          .containsExactly(48.211, 48.212, 48.213, 48.22);
      assertThat(events).extracting(it -> Long.valueOf(it.id())).isSorted();
      assertThat(stream.isQuiet(Duration.ofSeconds(2))).isTrue();
    }
  }

  @Test
  void answersAnUnknownIdWithOneSnapshotAndGoesOnFromThere() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    ride(courier, ping(48.21, 16.37, now()));

    for (String unknown : List.of("17", "nonsense", "-5", "99999999999999999999")) {
      try (EventStream stream = watch(order, unknown)) {
        EventStream.Event first = stream.next();
        assertThat(first.name()).isEqualTo("resync");
        assertThat(first.data().at("/path").size()).isPositive();
        Instant ts = now();
        ride(courier, ping(48.22, 16.37, ts));
        EventStream.Event second = stream.next();
        assertThat(second.name()).isEqualTo("position");
        assertThat(second.data().at("/ts").asString()).isEqualTo(ts.toString());
      }
    }
  }

  @Test
  void tellsStatusAndEtaAndEndsWithTheRide() {
    String courier = courierId();
    Order order = new Order().placed().known();
    try (EventStream stream = watch(order, null)) {
      assertThat(stream.next().data().at("/status").asString()).isEqualTo("PENDING");

      order.assigned(courier);
      assertThat(stream.next().data().at("/status").asString()).isEqualTo("COURIER_ASSIGNED");
      order.eta(Instant.parse("2030-01-01T12:00:00Z"));
      EventStream.Event eta = stream.next();
      assertThat(eta.name()).isEqualTo("eta");
      assertThat(eta.data().at("/at").asString()).isEqualTo("2030-01-01T12:00:00Z");
      order.pickedUp();
      assertThat(stream.next().data().at("/status").asString()).isEqualTo("COURIER_EN_ROUTE");
      order.delivered();
      assertThat(stream.next().data().at("/status").asString()).isEqualTo("DELIVERED");

      await().atMost(SOON).until(stream::hasEnded);
    }
  }

  @Test
  void tellsNoPositionAfterTheDeliveryNorOldOnesToWhoComesBack() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    String last;
    try (EventStream stream = watch(order, null)) {
      stream.next();
      ride(courier, ping(48.21, 16.37, now()));
      last = stream.next().id();
    }
    ride(courier, ping(48.211, 16.37, now()));
    order.pickedUp().delivered().known();
    ride(courier, ping(48.212, 16.37, now()));

    try (EventStream stream = watch(order, last)) {
      await().atMost(SOON).until(stream::hasEnded);
      assertThat(stream.rest())
          .isNotEmpty()
          .extracting(EventStream.Event::name)
          .doesNotContain("position");
    }
    try (EventStream stream = watch(order, null)) {
      EventStream.Event snapshot = stream.next();
      assertThat(snapshot.data().at("/courier").isNull()).isTrue();
      assertThat(snapshot.data().at("/path")).isEmpty();
      await().atMost(SOON).until(stream::hasEnded);
    }
  }

  @Test
  void beatsWhileNothingHappens() {
    Order order = new Order().placed().known();
    try (EventStream stream = watch(order, null)) {
      stream.next();
      int before = stream.comments();
      await().atMost(Duration.ofSeconds(20)).until(() -> stream.comments() > before);
    }
  }

  @Test
  void endsTheStreamOfACourierWhoLostTheOrder() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    try (EventStream stream =
        EventStream.open(
            http(), request("/track/" + order.id + "/stream", courierToken(courier)), null)) {
      stream.next();
      order.lost();

      await().atMost(SOON).until(stream::hasEnded);
    }
  }

  @Test
  void pushesTheSameOverAWebSocket() throws Exception {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    var first = new Messages();
    WebSocket socket = connect(order, customerToken(order.customer), null, first);
    assertThat(first.next().at("/event").asString()).isEqualTo("resync");
    Instant now = now();
    ride(courier, ping(48.21, 16.37, now));
    String last = first.next().at("/id").asString();
    socket.abort();
    for (int i = 1; i <= 3; i++) {
      ride(courier, ping(48.21 + i / 1000.0, 16.37, now.plusMillis(i)));
    }

    var second = new Messages();
    connect(order, customerToken(order.customer), last, second);

    for (double lat : List.of(48.211, 48.212, 48.213)) {
      JsonNode message = second.next();
      assertThat(message.at("/event").asString()).isEqualTo("position");
      assertThat(message.at("/data/location/lat").asDouble()).isEqualTo(lat);
    }
    order.delivered();
    assertThat(second.next().at("/data/status").asString()).isEqualTo("DELIVERED");
    await().atMost(SOON).until(() -> second.closed == 1000);
  }

  @Test
  void refusesWatchersBeforeTheHandshake() {
    Order order = new Order().placed().known();

    assertThat(refusal(order, customerToken("somebody"))).isEqualTo(404);
    assertThat(refusal(order, "nonsense")).isEqualTo(401);
  }

  private int refusal(Order order, String token) {
    try {
      connect(order, token, null, new Messages());
      return 101;
    } catch (CompletionException e) {
      return assertThat(e.getCause())
          .asInstanceOf(InstanceOfAssertFactories.type(WebSocketHandshakeException.class))
          .extracting(WebSocketHandshakeException::getResponse)
          .asInstanceOf(InstanceOfAssertFactories.type(HttpResponse.class))
          .actual()
          .statusCode();
    }
  }

  private WebSocket connect(
      Order order, String token, @Nullable String lastEventId, Messages messages) {
    String query = lastEventId == null ? "" : "?last_event_id=" + lastEventId;
    return http()
        .newWebSocketBuilder()
        .header("Authorization", "Bearer " + token)
        .buildAsync(
            URI.create("ws://localhost:%d/ws/track/%s%s".formatted(port, order.id, query)),
            messages)
        .join();
  }

  private final class Messages implements WebSocket.Listener {
    private final LinkedBlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();
    private volatile int closed;

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      part.append(data);
      if (last) {
        messages.add(json.readTree(part.toString()));
        part.setLength(0);
      }
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      closed = code;
      return null;
    }

    JsonNode next() throws InterruptedException {
      JsonNode message = messages.poll(20, TimeUnit.SECONDS);
      assertThat(message).as("a message in time").isNotNull();
      return message;
    }
  }
}
