package dev.plaza.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.infra.EmbeddedServers;
import dev.plaza.infra.TestInfra;
import dev.plaza.tracking.position.Markers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import tools.jackson.databind.JsonNode;

/// Redis is quick, not sure: nothing that people see may hang on it.
class RedisLossIT extends TrackingServers {

  @Autowired private RedisConnectionFactory redis;
  @Autowired private Markers markers;

  @Test
  void showsTheWholePathAndResumesExactlyAfterAFlush() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    Instant now = now();
    String last;
    try (EventStream stream = watch(order, null)) {
      stream.next();
      ride(courier, ping(48.21, 16.37, now));
      last = stream.next().id();
    }
    ride(courier, ping(48.211, 16.37, now.plusMillis(1)));

    flush();

    assertThat(lats(look(order))).containsExactly(48.21, 48.211);
    ride(courier, ping(48.212, 16.37, now.plusMillis(2)));
    assertThat(lats(look(order))).containsExactly(48.21, 48.211, 48.212);
    try (EventStream stream = watch(order, last)) {
      assertThat(stream.next(2))
          .extracting(it -> it.data().at("/location/lat").asDouble())
          .containsExactly(48.211, 48.212);
    }
  }

  @Test
  void keepsALatePointFromMovingTheMarkerThatRedisLost() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    Instant now = now();
    ride(courier, ping(48.22, 16.37, now));
    flush();

    ride(courier, ping(48.21, 16.37, now.minusSeconds(60)));

    assertThat(look(order).at("/courier/location/lat").asDouble()).isEqualTo(48.22);
  }

  @Test
  void goesOnWhileRedisDoesNotAnswer() throws IOException, InterruptedException {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    Instant now = now();
    ride(courier, ping(48.21, 16.37, now));
    try (EventStream stream = watch(order, null)) {
      stream.next();
      signal("STOP");
      try {
        ride(courier, ping(48.211, 16.37, now.plusMillis(1)));
        ride(courier, ping(48.209, 16.37, now.minusSeconds(1)));
        ride(courier, ping(48.212, 16.37, now.plusMillis(2)));
        JsonNode seen = look(order);
        assertThat(lats(seen)).containsExactly(48.21, 48.211, 48.212);
        assertThat(seen.at("/courier/location/lat").asDouble()).isEqualTo(48.212);
        assertThat(stream.next(2))
            .extracting(it -> it.data().at("/location/lat").asDouble())
            .containsExactly(48.211, 48.212);
      } finally {
        signal("CONT");
      }

      // Redis comes back with an old feed: it must not be shown as it is.
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(() -> assertThat(lats(look(order))).hasSize(3));
      ride(courier, ping(48.213, 16.37, now.plusMillis(3)));
      assertThat(stream.next().data().at("/location/lat").asDouble()).isEqualTo(48.213);
      assertThat(lats(look(order))).containsExactly(48.21, 48.211, 48.212, 48.213);
    }
  }

  @Test
  void movesTheMarkersItCouldNotMoveBeforeALatePointSeemsNew()
      throws IOException, InterruptedException {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    Instant now = now();
    ride(courier, ping(48.21, 16.37, now));
    signal("STOP");
    try {
      ride(courier, ping(48.22, 16.37, now.plusSeconds(5)));
    } finally {
      signal("CONT");
    }
    await()
        .atMost(SOON)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(markers.find(courier).orElseThrow().ts()).isEqualTo(now));

    ride(courier, ping(48.215, 16.37, now.plusSeconds(2)));

    assertThat(look(order).at("/courier/location/lat").asDouble()).isEqualTo(48.22);
    assertThat(lats(look(order))).containsExactly(48.21, 48.22);
  }

  @Test
  void endsARideThatEndedWhileRedisDidNotAnswer() throws IOException, InterruptedException {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    ride(courier, ping(48.21, 16.37, now()));
    try (EventStream stream = watch(order, null)) {
      stream.next();
      signal("STOP");
      try {
        order.pickedUp().delivered().known();
        assertThat(look(order).at("/courier").isNull()).isTrue();
      } finally {
        signal("CONT");
      }

      await().atMost(SOON).until(stream::hasEnded);
      List<EventStream.Event> rest = stream.rest();
      assertThat(rest.getLast().data().at("/status").asString()).isEqualTo("DELIVERED");
    }
  }

  private EventStream watch(Order order, @org.jspecify.annotations.Nullable String lastEventId) {
    return EventStream.open(
        http(),
        request("/track/" + order.id + "/stream", customerToken(order.customer)),
        lastEventId);
  }

  private JsonNode look(Order order) {
    Answer answer = get("/track/" + order.id, customerToken(order.customer));
    assertThat(answer.status()).isEqualTo(200);
    return answer.body();
  }

  private static List<Double> lats(JsonNode seen) {
    return seen.at("/path").valueStream().map(it -> it.at("/lat").asDouble()).toList();
  }

  private void flush() {
    try (var connection = redis.getConnection()) {
      connection.serverCommands().flushDb();
    }
  }

  private static void signal(String name) throws IOException, InterruptedException {
    EmbeddedServers servers = embedded();
    int code =
        new ProcessBuilder("kill", "-" + name, String.valueOf(servers.redis().pid()))
            .start()
            .waitFor();
    assertThat(code).isZero();
  }

  private static EmbeddedServers embedded() {
    try {
      return TestInfra.embedded();
    } catch (IllegalStateException e) {
      assumeThat(Map.of("only embedded servers can be paused", e)).isEmpty();
      throw e;
    }
  }
}
