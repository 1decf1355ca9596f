package dev.plaza.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Place;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.infra.TestInfra;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Two instances on one database, couriers who speak to either, and one instance that dies in the
/// middle and comes back.
class TwoInstancesIT {

  private static final Logger log = LoggerFactory.getLogger(TwoInstancesIT.class);
  private static final int ORDERS = 40;
  private static final int COURIERS = 12;

  private final Map<String, Object> properties = new HashMap<>();
  private final List<ConfigurableApplicationContext> running = new ArrayList<>();
  private final TestCity city = new TestCity();
  private final ScheduledExecutorService riders = Executors.newScheduledThreadPool(COURIERS);

  TwoInstancesIT() {
    TestInfra.register((name, value) -> properties.put(name, value.get()), "plaza_dispatch");
    properties.putAll(
        Map.of(
            "server.port", 0,
            "plaza.time-factor", 60,
            "plaza.dispatch.job.give-up", "90s",
            "plaza.dispatch.offer.expiry", "2s",
            "plaza.dispatch.offer.again-after", "1s",
            "plaza.dispatch.assignment.vanish-after", "60s",
            "plaza.dispatch.round.every", "200ms",
            "plaza.dispatch.round.fan-out", "3",
            "plaza.dispatch.round.radius-m", "8000",
            "spring.kafka.consumer.group-id", "dispatch-two-it"));
  }

  @AfterEach
  void end() throws Exception {
    riders.shutdownNow();
    running.forEach(ConfigurableApplicationContext::close);
    city.close();
  }

  @Test
  void bindEveryOrderOnceWhileOneOfThemComesAndGoes() throws Exception {
    var first = start();
    var second = start();
    var doors = new AtomicReference<>(List.of(port(first), port(second)));
    var shop = TestCity.somewhere();
    var couriers = new ArrayList<String>();
    for (int i = 0; i < COURIERS; i++) {
      couriers.add(city.courier(doors.get().get(i % 2), TestCity.offset(shop, 100 * i), 2));
    }
    var orders = new ArrayList<OrderEvent>();
    for (int i = 0; i < ORDERS; i++) {
      orders.add(order(shop, i));
      city.request(orders.getLast());
    }
    Map<String, Set<String>> won = new ConcurrentHashMap<>();
    for (var it : couriers) {
      riders.scheduleWithFixedDelay(
          () -> ride(it, doors.get(), won), 0, 100, TimeUnit.MILLISECONDS);
    }

    await().atMost(Duration.ofSeconds(60)).until(() -> won.size() >= ORDERS / 4);
    doors.set(List.of(port(second)));
    first.close();
    running.remove(first);
    await().atMost(Duration.ofSeconds(60)).until(() -> won.size() >= ORDERS / 2);
    var third = start();
    doors.set(List.of(port(second), port(third)));
    await().atMost(Duration.ofSeconds(90)).until(() -> delivered(second) == ORDERS);
    riders.shutdownNow();

    for (var order : orders) {
      city.event(order.orderId(), AssignmentEvent.ASSIGNED);
      assertThat(won.get(order.orderId())).as(order.orderId()).hasSize(1);
      assertThat(city.types(order.orderId()))
          .containsOnlyOnce(AssignmentEvent.OFFERED)
          .containsOnlyOnce(AssignmentEvent.ASSIGNED)
          .doesNotContain(AssignmentEvent.FAILED, AssignmentEvent.UNASSIGNED);
      var numbers = city.events(order.orderId()).stream().map(it -> it.event().seq()).toList();
      for (int i = 0; i < numbers.size(); i++) {
        assertThat(numbers.get(i)).as("dense and in order").isEqualTo(i + 1);
      }
    }
    assertThat(sum(second, "SELECT coalesce(sum(carrying), 0) FROM courier")).isZero();
    assertThat(sum(second, "SELECT count(*) FROM assignment WHERE status <> 'DELIVERED'")).isZero();
    assertThat(sum(second, "SELECT count(*) FROM offer_recipient WHERE status = 'PENDING'"))
        .isZero();
  }

  private OrderEvent order(Place shop, int i) {
    var at = TestCity.offset(shop, 150 * (i % 7));
    return city.order(TestCity.id("order"), "r" + i % 7, at, Instant.now().plusSeconds(i / 4));
  }

  /// Takes whatever is offered and brings it; any door may be closed.
  private void ride(String courier, List<Integer> doors, Map<String, Set<String>> won) {
    int port = doors.get(ThreadLocalRandom.current().nextInt(doors.size()));
    try {
      for (var offer : city.offers(port, courier)) {
        var answer = city.accept(port, courier, offer.path("id").asString());
        for (var bound : answer.body().path("assignments")) {
          var order = bound.path("order_id").asString();
          won.computeIfAbsent(order, _ -> ConcurrentHashMap.newKeySet()).add(courier);
          deliver(order);
        }
      }
    } catch (Exception e) {
      log.debug("a door is closed: {}", e.toString());
    }
  }

  private void deliver(String orderId) {
    var order = city.order(orderId, TestCity.somewhere());
    city.publish(OrderEvent.PICKED_UP, order);
    city.publish(OrderEvent.DELIVERED, order);
  }

  private ConfigurableApplicationContext start() {
    var arguments =
        properties.entrySet().stream()
            .map(it -> "--" + it.getKey() + "=" + it.getValue())
            .toArray(String[]::new);
    var context = new SpringApplicationBuilder(DispatchServiceApplication.class).run(arguments);
    running.add(context);
    return context;
  }

  private static int port(ConfigurableApplicationContext context) {
    return ((WebServerApplicationContext) context).getWebServer().getPort();
  }

  private static long delivered(ConfigurableApplicationContext context) {
    return sum(context, "SELECT count(*) FROM job WHERE status = 'DELIVERED'");
  }

  private static long sum(ConfigurableApplicationContext context, String sql) {
    return context.getBean(JdbcClient.class).sql(sql).query(Long.class).single();
  }
}
