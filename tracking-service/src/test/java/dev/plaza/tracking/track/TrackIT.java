package dev.plaza.tracking.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.infra.TestTokens;
import dev.plaza.tracking.TrackingServers;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class TrackIT extends TrackingServers {

  @Test
  void showsTheCourierThePathAndTheEtaOfAnOrderUnderWay() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).eta(Instant.parse("2030-01-01T12:00:00Z"));
    order.known();
    Instant now = now();
    ride(courier, ping(48.21, 16.37, now), ping(48.211, 16.371, now.plusMillis(500)));

    Answer answer = get("/track/" + order.id, customerToken(order.customer));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body().at("/courier/location/lat").asDouble()).isEqualTo(48.211);
    assertThat(answer.body().at("/courier/stale").asBoolean()).isFalse();
    assertThat(answer.body().at("/path")).hasSize(2);
    assertThat(answer.body().at("/route/type").asString()).isEqualTo("LineString");
    assertThat(answer.body().at("/route/coordinates")).hasSize(3);
    assertThat(answer.body().at("/route/coordinates/0/0").asDouble()).isEqualTo(16.371);
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(
                        get("/track/" + order.id, customerToken(order.customer))
                            .body()
                            .at("/eta/at")
                            .asString())
                    .isEqualTo("2030-01-01T12:00:00Z"));
  }

  @Test
  void hidesTheCourierBeforeTheAssignmentAndAfterTheDelivery() {
    String courier = courierId();
    ride(courier, ping(48.21, 16.37, now()));
    Order order = new Order().placed().known();
    assertHidden(order);

    order.assigned(courier).known();
    ride(courier, ping(48.212, 16.37, now()));
    assertThat(look(order).at("/courier/location/lat").asDouble()).isEqualTo(48.212);
    assertThat(look(order).at("/path")).hasSize(1);

    order.pickedUp().delivered().known();
    ride(courier, ping(48.25, 16.39, now()));
    assertHidden(order);
    assertThat(get("/track/" + order.id, opsToken()).body().at("/courier").isNull()).isTrue();
  }

  private void assertHidden(Order order) {
    JsonNode seen = look(order);
    assertThat(seen.at("/courier").isNull()).isTrue();
    assertThat(seen.at("/route").isNull()).isTrue();
    assertThat(seen.at("/path")).isEmpty();
  }

  private JsonNode look(Order order) {
    Answer answer = get("/track/" + order.id, customerToken(order.customer));
    assertThat(answer.status()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void showsTheOrderToThoseItConcernsAndToNobodyElse() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    String path = "/track/" + order.id;

    assertThat(get(path, customerToken(order.customer)).status()).isEqualTo(200);
    assertThat(get(path, courierToken(courier)).status()).isEqualTo(200);
    assertThat(get(path, TestTokens.restaurant("staff", order.restaurant)).status()).isEqualTo(200);
    assertThat(get(path, opsToken()).status()).isEqualTo(200);

    assertThat(get(path, customerToken("somebody")).status()).isEqualTo(404);
    assertThat(get(path, courierToken("another")).status()).isEqualTo(404);
    assertThat(get(path, TestTokens.restaurant("staff", "other")).status()).isEqualTo(404);
    // The right name in the wrong role is somebody else.
    assertThat(get(path, courierToken(order.customer)).status()).isEqualTo(404);
    assertThat(get(path, customerToken(courier)).status()).isEqualTo(404);
    assertThat(get(path, "nonsense").status()).isEqualTo(401);
    assertThat(get(path + "/stream", customerToken("somebody")).status()).isEqualTo(404);
    assertThat(get("/track/unknown", opsToken()).status()).isEqualTo(404);
  }

  @Test
  void changesWhatIsSeenWithTheCourier() {
    String first = courierId();
    String second = courierId();
    Order order = new Order().placed().assigned(first).known();
    ride(first, ping(48.21, 16.37, now()));

    order.lost().known();
    assertHidden(order);
    assertThat(get("/track/" + order.id, courierToken(first)).status()).isEqualTo(404);

    order.assigned(second).known();
    ride(second, ping(48.22, 16.38, now()));
    ride(first, ping(48.215, 16.37, now()));
    JsonNode seen = look(order);
    assertThat(seen.at("/courier/location/lat").asDouble()).isEqualTo(48.22);
    assertThat(seen.at("/path")).hasSize(1);
    assertThat(seen.at("/path/0/lat").asDouble()).isEqualTo(48.22);
  }

  @Test
  void continuesThePathFromACursor() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    Instant now = now();
    ride(courier, ping(48.21, 16.37, now), ping(48.211, 16.37, now.plusMillis(1)));
    String cursor = look(order).at("/next_cursor").asString();
    ride(courier, ping(48.212, 16.37, now.plusMillis(2)), ping(48.213, 16.37, now.plusMillis(3)));

    JsonNode more =
        get("/track/" + order.id + "?cursor=" + cursor, customerToken(order.customer)).body();

    assertThat(more.at("/path")).hasSize(2);
    assertThat(more.at("/path/0/lat").asDouble()).isEqualTo(48.212);
    String next = more.at("/next_cursor").asString();
    JsonNode rest =
        get("/track/" + order.id + "?cursor=" + next, customerToken(order.customer)).body();
    assertThat(rest.at("/path")).isEmpty();
    assertThat(get("/track/" + order.id + "?cursor=" + cursor, opsToken()).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "AAAA", "%00", "bm90IGEgY3Vyc29yIGF0IGFsbCBub3QgYSBjdXJzb3I"})
  void refusesBrokenCursors(String cursor) {
    Order order = new Order().placed().known();

    Answer answer = get("/track/" + order.id + "?cursor=" + cursor, opsToken());

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body().at("/code").asString()).isEqualTo("bad_cursor");
  }

  @Test
  void isNotMovedByOldOrRepeatedEvents() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).pickedUp().known();

    order.again(1, OrderEvent.PLACED, "PENDING");
    order.again(3, OrderEvent.PICKED_UP, "COURIER_EN_ROUTE");
    order.delivered().known();
    order.again(3, OrderEvent.PICKED_UP, "COURIER_EN_ROUTE");
    new Order().placed().known();

    assertThat(look(order).at("/status").asString()).isEqualTo("DELIVERED");
  }

  @Test
  void showsOneCourierToTheOwnersOfSeveralOrders() {
    String courier = courierId();
    Order one = new Order().placed().assigned(courier).known();
    Order two = new Order().placed().assigned(courier).pickedUp().known();

    ride(courier, ping(48.21, 16.37, now()));

    assertThat(look(one).at("/path")).hasSize(1);
    assertThat(look(two).at("/path")).hasSize(1);
    assertThat(look(one).at("/route/coordinates")).hasSize(3);
    assertThat(look(two).at("/route/coordinates")).hasSize(2);
  }

  @Test
  void showsTheBoardToOpsOnly() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    ride(courier, ping(PICKUP.lat(), PICKUP.lon(), now()));

    Answer board = get("/track/board?geo=48.2082,16.3738&radius_m=200&limit=500", opsToken());

    assertThat(board.status()).isEqualTo(200);
    assertThat(board.body().at("/couriers").findValuesAsString("courier_id")).contains(courier);
    assertThat(board.body().at("/orders").findValuesAsString("order_id")).contains(order.id);
    assertThat(get("/track/board?geo=48,16", customerToken("alice")).status()).isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "geo=91,0",
        "geo=NaN,0",
        "geo=1",
        "geo=1,2&radius_m=-1",
        "geo=1,2&radius_m=NaN",
        "geo=1,2&limit=501",
        "radius_m=5",
        "geo=1,2&limit=x"
      })
  void refusesBoardsThatCannotBe(String query) {
    assertThat(get("/track/board?" + query, opsToken()).status()).isEqualTo(400);
  }
}
