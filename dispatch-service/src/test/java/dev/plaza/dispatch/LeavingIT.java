package dev.plaza.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.contracts.tracking.PositionEvent;
import dev.plaza.infra.TestInfra;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// Every way in which an order, a courier or a promise goes astray.
@DispatchServer
class LeavingIT {

  private static TestCity city;

  @LocalServerPort int port;
  @Autowired JdbcClient jdbc;
  private TestBoard board;

  @DynamicPropertySource
  static void servers(DynamicPropertyRegistry registry) {
    TestInfra.register(registry::add, "plaza_dispatch");
  }

  @BeforeAll
  static void begin() {
    city = new TestCity();
  }

  @AfterAll
  static void end() throws Exception {
    city.close();
  }

  @BeforeEach
  void read() {
    board = new TestBoard(jdbc);
  }

  @Test
  void searchesAgainWhenTheCourierCancelsBeforePickUp() throws Exception {
    var shop = TestCity.somewhere();
    var order = city.order(TestCity.id("order"), shop);
    var first = city.courier(port, TestCity.offset(shop, 100));
    city.request(order);
    var assignment = city.take(port, first).path("assignment_id").asString();
    city.event(order.orderId(), AssignmentEvent.ASSIGNED);

    var gone = cancel(first, assignment);
    assertThat(gone.status()).isEqualTo(200);
    assertThat(city.event(order.orderId(), AssignmentEvent.UNASSIGNED).reason())
        .isEqualTo("courier_cancelled");
    assertThat(cancel(first, assignment).status()).as("repeated").isEqualTo(200);

    var second = city.courier(port, TestCity.offset(shop, 900));
    city.take(port, second);
    var again = city.event(order.orderId(), AssignmentEvent.ASSIGNED, 2);
    assertThat(again.courierId()).isEqualTo(second);
    assertThat(again.assignmentId()).isNotEqualTo(assignment);
    assertThat(board.offersEver(order, first)).isEqualTo(1);
    assertThat(board.carrying(first)).isZero();
    var story = city.get(port, "/dispatch/orders/" + order.orderId(), "ops", "ops").body();
    assertThat(story.path("assignments")).hasSize(2);
    assertThat(story.path("offers")).hasSize(2);
    assertThat(story.path("order").path("searches").asInt()).isEqualTo(2);
  }

  @Test
  void failsAfterACancellationWhenNobodyElseIsThere() throws Exception {
    var shop = TestCity.somewhere();
    var order = city.order(TestCity.id("order"), shop);
    var only = city.courier(port, TestCity.offset(shop, 100));
    city.request(order);
    cancel(only, city.take(port, only).path("assignment_id").asString());

    assertThat(city.event(order.orderId(), AssignmentEvent.FAILED).reason())
        .isEqualTo("no_courier");
    assertThat(city.offers(port, only)).isEmpty();
  }

  @Test
  void losesTheOrderWhenTheCourierCancelsAfterPickUp() throws Exception {
    var shop = TestCity.somewhere();
    var order = city.order(TestCity.id("order"), shop);
    var courier = city.courier(port, TestCity.offset(shop, 100));
    city.request(order);
    var assignment = city.take(port, courier).path("assignment_id").asString();
    city.publish(OrderEvent.PICKED_UP, order);
    await().atMost(TestCity.PATIENCE).until(() -> board.status(order).equals("PICKED_UP"));

    assertThat(cancel(courier, assignment).status()).isEqualTo(200);

    assertThat(city.event(order.orderId(), AssignmentEvent.LOST).reason())
        .isEqualTo("courier_cancelled");
    assertThat(board.status(order)).isEqualTo("LOST");
  }

  @Test
  void noticesCouriersWhoVanishBeforeAndAfterPickUp() throws Exception {
    var shop = TestCity.somewhere();
    var before = city.order(TestCity.id("order"), shop);
    var after = city.order(TestCity.id("order"), TestCity.somewhere());
    var one = city.courier(port, TestCity.offset(shop, 100));
    var two = city.courier(port, TestCity.offset(after.pickup(), 100));
    var witness = city.courier(port, TestCity.somewhere());
    city.request(before);
    city.request(after);
    city.take(port, one);
    city.take(port, two);
    city.publish(OrderEvent.PICKED_UP, after);
    await().atMost(TestCity.PATIENCE).until(() -> board.status(after).equals("PICKED_UP"));

    city.silence(one);
    city.silence(two);

    assertThat(city.event(before.orderId(), AssignmentEvent.UNASSIGNED).reason())
        .isEqualTo("courier_vanished");
    assertThat(city.event(after.orderId(), AssignmentEvent.LOST).reason())
        .isEqualTo("courier_vanished");
    assertThat(city.get(port, "/courier/status", one, "courier").body().path("status").asString())
        .isEqualTo("offline");
    assertThat(
            city.get(port, "/courier/status", witness, "courier").body().path("status").asString())
        .isEqualTo("online");
  }

  @Test
  void takesAnEndedOrderFromTheBoardAndFromTheCouriersList() throws Exception {
    var shop = TestCity.somewhere();
    var offered = city.order(TestCity.id("order"), shop);
    var taken = city.order(TestCity.id("order"), TestCity.somewhere());
    var one = city.courier(port, TestCity.offset(shop, 100));
    var two = city.courier(port, TestCity.offset(taken.pickup(), 100));
    city.request(offered);
    city.request(taken);
    var offer = city.offer(port, one).path("id").asString();
    city.take(port, two);
    assertThat(theBoard()).contains(offered.orderId(), taken.orderId());

    city.publish(OrderEvent.CANCELLED, offered);
    city.publish(OrderEvent.CANCELLED, taken);

    assertThat(city.event(taken.orderId(), AssignmentEvent.UNASSIGNED).reason())
        .isEqualTo("order_ended");
    await().atMost(TestCity.PATIENCE).until(() -> city.offers(port, one).isEmpty());
    assertThat(theBoard()).doesNotContain(offered.orderId(), taken.orderId());
    assertThat(city.accept(port, one, offer).status()).isEqualTo(410);
    assertThat(board.carrying(two)).isZero();
  }

  @Test
  void ignoresRepeatedLateAndImpossibleEvents() throws Exception {
    var shop = TestCity.somewhere();
    var order = city.order(TestCity.id("order"), shop);
    var courier = city.courier(port, TestCity.offset(shop, 100));
    city.publish(OrderEvent.PICKED_UP, order);
    var requested = TestCity.versioned(order, 5);
    for (int i = 0; i < 3; i++) {
      city.send(
          Topics.ORDER_ORDER,
          order.orderId(),
          OrderEvent.DISPATCH_REQUESTED,
          "same" + order.orderId(),
          requested);
    }
    city.send(
        Topics.ORDER_ORDER,
        order.orderId(),
        OrderEvent.CANCELLED,
        "old" + order.orderId(),
        TestCity.versioned(order, 4));
    city.send(
        Topics.ORDER_ORDER,
        order.orderId(),
        OrderEvent.PICKED_UP,
        "odd" + order.orderId(),
        TestCity.versioned(order, 6));

    city.take(port, courier);

    assertThat(city.types(order.orderId()))
        .filteredOn(it -> it.equals(AssignmentEvent.OFFERED))
        .hasSizeLessThanOrEqualTo(1);
    assertThat(board.status(order)).isEqualTo("ASSIGNED");
  }

  @Test
  void movesTheExpectationWhenTheKitchenIsLate() throws Exception {
    var shop = TestCity.somewhere();
    var order = city.order(TestCity.id("order"), shop);
    var courier = city.courier(port, TestCity.offset(shop, 100));
    city.request(order);
    city.take(port, courier);
    var first = city.event(order.orderId(), AssignmentEvent.ASSIGNED);

    var later = Instant.now().plusSeconds(300).truncatedTo(java.time.temporal.ChronoUnit.MILLIS);
    city.publish(
        OrderEvent.READY_CHANGED, city.order(order.orderId(), order.restaurantId(), shop, later));

    var moved = city.event(order.orderId(), AssignmentEvent.ETA_UPDATED);
    assertThat(moved.etaAt()).isAfter(later).isAfter(first.etaAt());
    assertThat(moved.seq()).isGreaterThan(first.seq());
  }

  @Test
  void givesNothingToWhoIsPausedOrGoesOffDuty() throws Exception {
    var shop = TestCity.somewhere();
    var order = city.order(TestCity.id("order"), shop);
    var courier = city.courier(port, TestCity.offset(shop, 100));
    city.request(order);
    city.offer(port, courier);

    assertThat(city.put(port, "/courier/status", courier, "{\"status\":\"paused\"}").status())
        .isEqualTo(200);

    assertThat(city.offers(port, courier)).isEmpty();
    city.event(order.orderId(), AssignmentEvent.FAILED);
    assertThat(board.offersEver(order, courier)).isEqualTo(1);
  }

  @Test
  void keepsTheNewestPositionAndPutsPoisonAside() throws Exception {
    var home = TestCity.somewhere();
    var courier = TestCity.id("courier");
    city.put(port, "/courier/status", courier, "{\"status\":\"online\"}");
    var now = Instant.now();
    var good = new PositionEvent(courier, home, null, null, null, now, now);
    var old =
        new PositionEvent(
            courier, TestCity.offset(home, 500), null, null, null, now.minusSeconds(9), now);
    city.send(Topics.TRACKING_POSITION, courier, PositionEvent.RECORDED, "a", good);
    city.raw(Topics.TRACKING_POSITION, courier, PositionEvent.RECORDED, "b", "{broken".getBytes());
    city.send(Topics.TRACKING_POSITION, courier, PositionEvent.RECORDED, "c", old);
    var newer =
        new PositionEvent(
            courier, TestCity.offset(home, 50), null, null, null, now.plusMillis(5), now);
    city.send(Topics.TRACKING_POSITION, courier, PositionEvent.RECORDED, "d", newer);

    await()
        .atMost(TestCity.PATIENCE)
        .until(
            () ->
                Math.abs(
                        city.get(port, "/courier/status", courier, "courier")
                                .body()
                                .path("location")
                                .path("lon")
                                .asDouble()
                            - newer.location().lon())
                    < 1e-9);
  }

  @Test
  void leavesTheOrderInThePoolWhenTheAssignmentCannotBeWritten() throws Exception {
    var shop = TestCity.somewhere();
    var order = city.order(TestCity.id("order"), shop);
    var courier = city.courier(port, TestCity.offset(shop, 100));
    city.request(order);
    var offer = city.offer(port, courier).path("id").asString();
    jdbc.sql("UPDATE courier SET carrying = capacity WHERE id = :id").param("id", courier).update();

    var answer = city.accept(port, courier, offer);

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.code()).isEqualTo("courier_full");
    assertThat(board.count("assignment", order)).isZero();
    assertThat(city.types(order.orderId())).doesNotContain(AssignmentEvent.ASSIGNED);
    var other = city.courier(port, TestCity.offset(shop, 200));
    city.take(port, other);
    assertThat(city.event(order.orderId(), AssignmentEvent.ASSIGNED).courierId()).isEqualTo(other);
  }

  private TestCity.Answer cancel(String courier, String assignment) throws Exception {
    return city.post(
        port,
        "/assignments/" + assignment + "/cancel",
        courier,
        "courier",
        "{\"reason\":\"tyre\"}");
  }

  private String theBoard() throws Exception {
    return city.get(port, "/dispatch/board", "ops", "ops").text();
  }
}
