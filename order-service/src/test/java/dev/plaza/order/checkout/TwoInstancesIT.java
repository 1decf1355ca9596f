package dev.plaza.order.checkout;

import static dev.plaza.order.checkout.Walk.ok;
import static dev.plaza.order.checkout.Walk.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.infra.TestTokens;
import dev.plaza.order.Api;
import dev.plaza.order.OrderServiceApplication;
import dev.plaza.order.payment.FakeStripe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/// A second instance on the same servers, and the jobs of one that died.
@OnCheckoutServers
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoInstancesIT {

  @Autowired private Walk walk;
  @Autowired private FakeStripe stripe;
  @Autowired private JdbcClient jdbc;
  @Autowired private JsonMapper json;

  private ConfigurableApplicationContext second;

  @BeforeAll
  void startTheSecond() {
    Map<String, Object> properties = new HashMap<>(OnCheckoutServers.World.SERVERS);
    properties.put("server.port", "0");
    second =
        new SpringApplicationBuilder(OrderServiceApplication.class)
            .profiles("sandbox")
            .properties(properties)
            .run(
                properties.entrySet().stream()
                    .map(it -> "--" + it.getKey() + "=" + it.getValue())
                    .toArray(String[]::new));
  }

  @AfterAll
  void stopTheSecond() {
    second.close();
  }

  private Api.Client there(String token) {
    return Api.to(second.getEnvironment(), json).as(token);
  }

  @Test
  void bothServeTheSameOrders() throws InterruptedException {
    var shop = walk.shop();
    var steps = new ArrayList<Callable<String>>();
    for (int i = 0; i < 12; i++) {
      int n = i;
      steps.add(() -> whole(shop, "rider-" + n, n % 2 == 0));
    }
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (var it : threads.invokeAll(steps)) {
        var id = it.resultNow();
        walk.settled(id);
        assertThat(walk.events(id)).filteredOn("captured"::equals).hasSize(1);
      }
    }
  }

  /// Each step is asked of the other instance.
  private String whole(String shop, String rider, boolean swap) {
    var customer = "walker-" + rider;
    var mine = walk.customer(customer);
    var theirs = there(TestTokens.token(customer, "customer"));
    var placed =
        (swap ? theirs : mine)
            .post(
                "/order",
                walk.wish(walk.quote(mine, shop), "pm_card_visa"),
                "Idempotency-Key",
                Walk.key());
    var id = placed.text("/id");
    walk.awaits(id, "AWAITING_RESTAURANT");
    var staff = swap ? walk.staff(shop) : there(TestTokens.restaurant("staff", shop));
    ok(staff.post(path(id, "accept"), "{\"prep_minutes\":1}"));
    walk.awaits(id, "DISPATCHING");
    walk.dispatch(id, AssignmentEvent.ASSIGNED, rider, null);
    walk.awaits(id, "COURIER_ASSIGNED");
    var courier = swap ? walk.courier(rider) : there(TestTokens.token(rider, "courier"));
    ok(courier.post(path(id, "picked-up"), null));
    walk.deliver(id, mine, rider);
    walk.awaits(id, "CAPTURED");
    return id;
  }

  @Test
  void oneSubmitToBothIsOneOrder() throws InterruptedException {
    var shop = walk.shop();
    var alice = walk.customer("alice");
    var body = walk.wish(walk.quote(alice, shop), "pm_card_visa");
    var other = there(TestTokens.token("alice", "customer"));
    var key = Walk.key();
    var calls = new ArrayList<Callable<Api.Answer>>();
    for (int i = 0; i < 20; i++) {
      var client = i % 2 == 0 ? alice : other;
      calls.add(() -> client.post("/order", body, "Idempotency-Key", key));
    }

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var ids =
          threads.invokeAll(calls).stream()
              .map(java.util.concurrent.Future::resultNow)
              .filter(it -> it.status() == 202)
              .map(it -> it.text("/id"))
              .distinct()
              .toList();

      assertThat(ids).hasSize(1);
      walk.awaits(ids.getFirst(), "AWAITING_RESTAURANT");
      assertThat(stripe.of(ids.getFirst())).hasSize(1);
    }
  }

  @Test
  void aJobOfADeadInstanceIsTakenOver() {
    var shop = walk.shop();
    stripe.pause(true);
    var id = walk.order(walk.customer("alice"), shop, "pm_card_visa").text("/id");
    // As if nobody worked on it, and whoever did had died just now.
    jdbc.sql("UPDATE job SET due_at = now() WHERE order_id = ? AND done_at IS NULL")
        .param(UUID.fromString(id))
        .update();
    stripe.pause(false);

    walk.awaits(id, "AWAITING_RESTAURANT");
    await()
        .during(Duration.ofSeconds(1))
        .atMost(Duration.ofSeconds(4))
        .until(() -> stripe.of(id).size() == 1);
    assertThat(walk.events(id)).filteredOn("authorized"::equals).hasSize(1);
  }
}
