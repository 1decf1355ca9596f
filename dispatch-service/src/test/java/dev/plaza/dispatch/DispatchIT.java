package dev.plaza.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.infra.TestInfra;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// From the order to the courier who takes it, and to the hand-over.
@DispatchServer
class DispatchIT {

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
  void bringsAnOrderFromRequestToDelivery() throws Exception {
    var shop = TestCity.somewhere();
    var order = city.order(TestCity.id("order"), shop);
    var courier = city.courier(port, TestCity.offset(shop, 400));
    city.request(order);

    var offer = city.offer(port, courier);
    assertThat(offer.path("order_ids").get(0).asString()).isEqualTo(order.orderId());
    assertThat(offer.path("pickup").path("location").path("lat").asDouble()).isEqualTo(shop.lat());
    assertThat(offer.path("dropoffs").get(0).path("location").path("lon").asDouble())
        .isEqualTo(order.dropoff().lon());
    assertThat(offer.path("pay").path("amount").asInt()).isEqualTo(450);
    assertThat(offer.path("pay").path("currency").asString()).isEqualTo("EUR");
    assertThat(Instant.parse(offer.path("expires_at").asString())).isAfter(Instant.now());

    var accepted = city.accept(port, courier, offer.path("id").asString());
    assertThat(accepted.status()).isEqualTo(200);
    var assigned = city.event(order.orderId(), AssignmentEvent.ASSIGNED);
    assertThat(assigned.courierId()).isEqualTo(courier);
    assertThat(assigned.assignmentId()).isEqualTo(accepted.body().path("assignment_id").asString());
    assertThat(assigned.etaAt()).isBetween(assigned.etaEarliest(), assigned.etaLatest());
    assertThat(city.offers(port, courier)).isEmpty();

    city.publish(OrderEvent.PICKED_UP, order);
    city.event(order.orderId(), AssignmentEvent.ETA_UPDATED);
    city.publish(OrderEvent.DELIVERED, order);
    await().atMost(TestCity.PATIENCE).until(() -> board.carrying(courier) == 0);
    assertThat(board.status(order)).isEqualTo("DELIVERED");
    assertThat(city.types(order.orderId()))
        .startsWith(AssignmentEvent.OFFERED, AssignmentEvent.ASSIGNED);
    assertThat(city.events(order.orderId()))
        .extracting(it -> it.event().seq())
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(city.get(port, "/actuator/prometheus", null).text())
        .contains("dispatch_eta_error_seconds", "dispatch_search_duration_seconds");
  }

  @Test
  void letsExactlyOneOfManyWhoAcceptAtOnceHaveIt() throws Exception {
    var shop = TestCity.somewhere();
    var order = city.order(TestCity.id("order"), shop);
    var couriers = new ArrayList<String>();
    for (int i = 0; i < 14; i++) {
      couriers.add(city.courier(port, TestCity.offset(shop, 100 + 10 * i)));
    }
    city.request(order);
    declineNext(couriers);
    declineNext(couriers);
    var holders =
        await().atMost(TestCity.PATIENCE).until(() -> holders(couriers), it -> it.size() == 12);
    var offerId = city.offer(port, holders.getFirst()).path("id").asString();

    var answers = atOnce(holders, it -> city.accept(port, it, offerId));

    assertThat(answers).extracting(TestCity.Answer::status).containsOnlyOnce(200);
    assertThat(answers)
        .filteredOn(it -> it.status() != 200)
        .hasSize(11)
        .allSatisfy(
            it -> {
              assertThat(it.status()).isEqualTo(409);
              assertThat(it.code()).isEqualTo("offer_taken");
            });
    assertThat(holders(couriers)).isEmpty();
    var winner = city.event(order.orderId(), AssignmentEvent.ASSIGNED).courierId();
    assertThat(city.accept(port, winner, offerId).status()).isEqualTo(200);
    assertThat(board.count("assignment", order)).isEqualTo(1);
    var late = holders.stream().filter(it -> !it.equals(winner)).findFirst().orElseThrow();
    assertThat(city.accept(port, late, offerId).code()).isEqualTo("offer_taken");
  }

  @Test
  void offersToTheNextWhenOneDeclinesAndNeverTwiceToHim() throws Exception {
    var shop = TestCity.somewhere();
    var order = city.order(TestCity.id("order"), shop);
    var near = city.courier(port, TestCity.offset(shop, 100));
    var far = city.courier(port, TestCity.offset(shop, 900));
    city.request(order);

    var offer = city.offer(port, near).path("id").asString();
    var no =
        city.post(
            port, "/offers/" + offer + "/decline", near, "courier", "{\"reason\":\"flat tyre\"}");
    assertThat(no.status()).isEqualTo(200);
    assertThat(city.accept(port, near, offer).code()).isEqualTo("offer_declined");

    city.take(port, far);
    assertThat(board.offersEver(order, near)).isEqualTo(1);
  }

  @Test
  void passesOnAnOfferThatNobodyAnswers() throws Exception {
    var shop = TestCity.somewhere();
    var order = city.order(TestCity.id("order"), shop);
    var silent = city.courier(port, TestCity.offset(shop, 100));
    var other = city.courier(port, TestCity.offset(shop, 900));
    city.request(order);
    var offer = city.offer(port, silent).path("id").asString();

    city.take(port, other);

    var late = city.accept(port, silent, offer);
    assertThat(late.status()).isEqualTo(410);
    assertThat(late.code()).isEqualTo("offer_expired");
  }

  @Test
  void givesUpWhenNobodyIsThere() throws Exception {
    var order = city.order(TestCity.id("order"), TestCity.somewhere());
    city.request(order);

    var failed = city.event(order.orderId(), AssignmentEvent.FAILED);

    assertThat(failed.reason()).isEqualTo("no_courier");
    assertThat(failed.courierId()).isNull();
    assertThat(board.status(order)).isEqualTo("FAILED");
    var again = city.post(port, "/assign", "ops", "ops", assign(order));
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.code()).isEqualTo("job_ended");
  }

  @Test
  void bundlesOrdersOfOneRestaurantWhenCouriersAreScarce() throws Exception {
    var shop = TestCity.somewhere();
    var one = city.order(TestCity.id("order"), "wok", shop, Instant.now().plusSeconds(3600));
    var two = city.order(TestCity.id("order"), "wok", shop, Instant.now().plusSeconds(3600));
    city.request(one);
    city.request(two);
    await()
        .atMost(TestCity.PATIENCE)
        .until(() -> board.count("job", one) + board.count("job", two) == 2);
    var courier = city.courier(port, TestCity.offset(shop, 300), 2);
    var soon = Instant.now().plusSeconds(1);
    city.publish(OrderEvent.READY_CHANGED, city.order(one.orderId(), "wok", shop, soon));
    city.publish(OrderEvent.READY_CHANGED, city.order(two.orderId(), "wok", shop, soon));

    await()
        .atMost(TestCity.PATIENCE)
        .until(() -> city.offer(port, courier).path("order_ids").size() == 2);
    var taken = city.take(port, courier);

    assertThat(taken.path("assignments")).hasSize(2);
    assertThat(board.carrying(courier)).isEqualTo(2);
    assertThat(cancel(courier, taken.path("assignment_id").asString()).status()).isEqualTo(200);
    assertThat(board.carrying(courier)).isZero();
    city.event(one.orderId(), AssignmentEvent.UNASSIGNED);
    city.event(two.orderId(), AssignmentEvent.UNASSIGNED);
  }

  @Test
  void tellsCouriersOfOffersLiveAndResumesWhereTheStreamBrokeOff() throws Exception {
    var shop = TestCity.somewhere();
    var courier = city.courier(port, TestCity.offset(shop, 100));
    var path = "/courier/offers/stream";
    var begin = city.stream(port, path, courier, null, 1).getFirst();
    assertThat(begin).startsWith("0 resync").contains("\"offers\":[]");
    var order = city.order(TestCity.id("order"), shop);
    city.request(order);
    city.offer(port, courier);
    city.publish(OrderEvent.CANCELLED, order);
    await().atMost(TestCity.PATIENCE).until(() -> city.offers(port, courier).isEmpty());

    var missed = city.stream(port, path, courier, "0", 2);

    assertThat(missed.get(0)).startsWith("1 offer").contains(order.orderId());
    assertThat(missed.get(1)).startsWith("2 closed").contains("withdrawn");
    assertThat(city.stream(port, path, courier, "1", 1).getFirst()).startsWith("2 closed");
    assertThat(city.stream(port, path, courier, "99", 1).getFirst()).startsWith("2 resync");
  }

  @Test
  void raisesAndLowersTheSurgeWithTheScarcity() throws Exception {
    var shop = TestCity.somewhere();
    var at = "/dispatch/surge?geo=" + shop.lat() + "," + shop.lon();
    assertThat(city.get(port, at, "pricing", "service").body().path("fee_multiplier").asDouble())
        .isEqualTo(1.0);
    for (int i = 0; i < 4; i++) {
      city.request(city.order(TestCity.id("order"), shop));
    }

    await()
        .atMost(TestCity.PATIENCE)
        .until(() -> city.get(port, at, "pricing", "service").body().path("level").asInt() >= 2);
    var surge = city.get(port, at, "pricing", "service").body();
    assertThat(surge.path("fee_multiplier").asDouble()).isBetween(1.4, 2.0);
    var cell = surge.path("cell").asString();
    await()
        .atMost(TestCity.PATIENCE)
        .until(
            () -> city.surges().stream().anyMatch(it -> it.cell().equals(cell) && it.level() == 2));

    // They are given up after 8 s; the demand is gone and the level falls step by step.
    await()
        .atMost(Duration.ofSeconds(40))
        .until(() -> city.get(port, at, "pricing", "service").body().path("level").asInt() == 0);
    var levels =
        city.surges().stream().filter(it -> it.cell().equals(cell)).map(it -> it.level()).toList();
    for (int i = 1; i < levels.size(); i++) {
      assertThat(Math.abs(levels.get(i) - levels.get(i - 1))).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void readsAndWritesWhatTheContractShows() throws Exception {
    var orderId = TestCity.id("order");
    var sample = TestCity.sample(OrderEvent.DISPATCH_REQUESTED, orderId);
    city.raw(
        Topics.ORDER_ORDER,
        orderId,
        OrderEvent.DISPATCH_REQUESTED,
        orderId,
        sample.getBytes(StandardCharsets.UTF_8));
    await().atMost(TestCity.PATIENCE).until(() -> board.count("job", orderId) == 1);
    var shop = board.pickup(orderId);
    var courier = city.courier(port, TestCity.offset(shop, 100));

    city.take(port, courier);

    city.event(orderId, AssignmentEvent.ASSIGNED);
    var wanted = TestCity.sample(AssignmentEvent.ASSIGNED, orderId);
    for (var name : city.events(orderId).getLast().raw().propertyNames()) {
      assertThat(wanted).contains("\"" + name + "\"");
    }
  }

  @Test
  void startsASearchForOperatorsAndOnlyForKnownOrders() throws Exception {
    var order = city.order(TestCity.id("order"), TestCity.somewhere());
    assertThat(city.post(port, "/assign", "ops", "ops", assign(order)).status()).isEqualTo(404);
    city.request(order);
    await().atMost(TestCity.PATIENCE).until(() -> board.count("job", order) == 1);

    var answer = city.post(port, "/assign", "saga", "service", assign(order));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body().path("order_id").asString()).isEqualTo(order.orderId());
  }

  private void declineNext(List<String> couriers) throws Exception {
    var holder =
        await()
            .atMost(TestCity.PATIENCE)
            .until(() -> holders(couriers), it -> !it.isEmpty())
            .getFirst();
    for (var offer : city.offers(port, holder)) {
      var path = "/offers/" + offer.path("id").asString() + "/decline";
      city.post(port, path, holder, "courier", "{\"reason\":\"far\"}");
    }
  }

  private List<String> holders(List<String> couriers) throws Exception {
    var holders = new ArrayList<String>();
    for (var it : couriers) {
      if (!city.offers(port, it).isEmpty()) {
        holders.add(it);
      }
    }
    return holders;
  }

  interface Call {
    TestCity.Answer by(String courier) throws Exception;
  }

  private static List<TestCity.Answer> atOnce(List<String> couriers, Call call) throws Exception {
    var start = new CountDownLatch(1);
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      var all =
          couriers.stream()
              .map(
                  it ->
                      pool.submit(
                          (Callable<TestCity.Answer>)
                              () -> {
                                start.await();
                                return call.by(it);
                              }))
              .toList();
      start.countDown();
      var answers = new ArrayList<TestCity.Answer>();
      for (var it : all) {
        answers.add(it.get());
      }
      return answers;
    }
  }

  private TestCity.Answer cancel(String courier, String assignment) throws Exception {
    return city.post(
        port,
        "/assignments/" + assignment + "/cancel",
        courier,
        "courier",
        "{\"reason\":\"tyre\"}");
  }

  private static String assign(OrderEvent order) {
    return "{\"order_id\":\"" + order.orderId() + "\"}";
  }
}
