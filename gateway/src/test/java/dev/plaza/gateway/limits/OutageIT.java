package dev.plaza.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.gateway.RedisUnderTest;
import dev.plaza.gateway.RunningGateway;
import dev.plaza.gateway.StubPart;
import dev.plaza.gateway.sandbox.Tokens;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Redis absent, paused and back again: answers come in time, none is 500, and what must not be
/// done unchecked is not done.
class OutageIT {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final int ORDERS = 20;

  private final RedisUnderTest redis = new RedisUnderTest();
  private final StubPart order = new StubPart("order");

  private RunningGateway start(String... more) {
    var arguments =
        new ArrayList<>(
            List.of(
                "--spring.profiles.active=sandbox",
                "--spring.data.redis.url=" + redis.url(),
                "--plaza.gateway.routes.order=" + order.url()));
    arguments.addAll(List.of(more));
    return RunningGateway.start(arguments.toArray(String[]::new));
  }

  @AfterEach
  void stop() {
    redis.close();
    order.close();
  }

  private static HttpResponse<String> checkout(RunningGateway gateway) {
    return RunningGateway.send(gateway.authorized("/order").POST(BodyPublishers.ofString("{}")));
  }

  private static HttpResponse<String> look(RunningGateway gateway) {
    return RunningGateway.send(gateway.authorized("/orders"));
  }

  private static boolean isDegraded(HttpResponse<String> answer) {
    return answer.headers().firstValue("X-RateLimit-Degraded").isPresent();
  }

  /// Redis answers all the time; whether this process finds the time to read it is another matter.
  @Test
  void refusesNoOrderForBeingBusy() throws Exception {
    redis.start();
    try (var gateway = start()) {
      await().atMost(SOON).until(() -> checkout(gateway).statusCode() == 200);

      List<Integer> answers = checkoutsOnABusyMachine(gateway);

      assertThat(answers).hasSize(ORDERS).containsOnly(200);
      assertThat(metrics(gateway))
          .containsPattern("(?m)^plaza_gateway_limits_degraded(\\{.*})? 0.0");
    }
  }

  /// Of a new customer each, so that each has to ask Redis.
  private static List<Integer> checkoutsOnABusyMachine(RunningGateway gateway) throws Exception {
    var over = new AtomicBoolean();
    int spinning = 3 * Runtime.getRuntime().availableProcessors();
    try (var busy = Executors.newFixedThreadPool(spinning);
        var customers = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < spinning; i++) {
        busy.execute(
            () -> {
              while (!over.get()) {
                Thread.onSpinWait();
              }
            });
      }
      try {
        var orders = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < ORDERS; i++) {
          String token = Tokens.of("busy-" + i, "customer");
          var order =
              gateway
                  .request("/order")
                  .header("Authorization", "Bearer " + token)
                  .POST(BodyPublishers.ofString("{}"));
          orders.add(() -> RunningGateway.send(order).statusCode());
        }
        var statuses = new ArrayList<Integer>();
        for (var answer : customers.invokeAll(orders)) {
          statuses.add(answer.get());
        }
        return statuses;
      } finally {
        over.set(true);
      }
    }
  }

  /// R06, R07, R59.
  @Test
  void startsWithoutRedisAndFindsItLater() {
    try (var gateway = start()) {
      HttpResponse<String> open = look(gateway);
      assertThat(open.statusCode()).isEqualTo(200);
      assertThat(isDegraded(open)).isTrue();
      assertThat(open.headers().firstValueAsLong("X-RateLimit-Remaining").orElseThrow())
          .isNotNegative();
      assertUnavailable(checkout(gateway));
      assertUnavailable(RunningGateway.send(gateway.ops("/limits/policies")));
      assertUnavailable(RunningGateway.send(gateway.ops("/risk/reviews")));
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                look(gateway);
                assertThat(metrics(gateway))
                    .containsPattern("(?m)^plaza_gateway_limits_degraded(\\{.*})? (1.0|0.5)");
              });
      assertThat(RunningGateway.send(gateway.request("/actuator/health/readiness")).statusCode())
          .isEqualTo(200);

      redis.start();

      await().atMost(SOON).until(() -> checkout(gateway).statusCode() == 200);
      assertThat(isDegraded(look(gateway))).isFalse();
      assertThat(RunningGateway.send(gateway.ops("/limits/policies")).statusCode()).isEqualTo(200);
    }
  }

  private static String metrics(RunningGateway gateway) {
    return RunningGateway.send(gateway.request("/actuator/prometheus")).body();
  }

  private static void assertUnavailable(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(answer.body())
        .contains("\"code\":\"unavailable\"", "\"part\":\"limits\"", "violated-policies");
  }

  /// R09: it takes connections and bytes, and says nothing.
  @Test
  void decidesInTimeWhileRedisIsPausedAndWithoutABurstAfterwards() {
    redis.start();
    try (var gateway =
        start(
            "--plaza.limits.policies.few.match.route=order",
            "--plaza.limits.policies.few.rate=0.2",
            "--plaza.limits.policies.few.burst=20")) {
      await().atMost(SOON).until(() -> checkout(gateway).statusCode() == 200);
      look(gateway);

      redis.pause();
      long began = System.nanoTime();
      int admitted = flood(gateway, 100);
      Duration each = Duration.ofNanos((System.nanoTime() - began) / 100);
      assertThat(each).as("time of a request").isLessThan(Duration.ofMillis(50));
      redis.resume();
      await().atMost(SOON).until(() -> !isDegraded(look(gateway)));
      admitted += flood(gateway, 100);

      double seconds = (System.nanoTime() - began) / 1e9;
      // The burst, once more for the outage, what came meanwhile, and what was asked above.
      assertThat(admitted).isBetween(10, (int) (2 * 2_000 + 20 * seconds));
    } finally {
      redis.resume();
    }
  }

  private static int flood(RunningGateway gateway, int requests) {
    int admitted = 0;
    for (int i = 0; i < requests; i++) {
      HttpResponse<String> answer = look(gateway);
      assertThat(answer.statusCode()).isIn(200, 429);
      admitted += answer.statusCode() == 200 ? 1 : 0;
    }
    return admitted;
  }

  @Test
  void keepsWhatItKnowsOfThePoliciesOnDisk() {
    redis.start();
    String file = Tokens.keyFile().resolveSibling("kept-policies.json").toString();
    try (var gateway = start("--plaza.limits.file=" + file)) {
      await()
          .atMost(SOON)
          .until(
              () ->
                  RunningGateway.send(
                              gateway
                                  .ops("/limits/policies/kept")
                                  .PUT(
                                      BodyPublishers.ofString(
                                          "{\"match\":{\"route\":\"order\"},\"rate\":7,\"burst\":7}")))
                          .statusCode()
                      == 200);
      assertThat(look(gateway).headers().firstValue("RateLimit-Policy").orElseThrow())
          .contains("\"kept\";q=7;w=1");
    }
    redis.close();

    try (var gateway = start("--plaza.limits.file=" + file)) {
      HttpResponse<String> answer = look(gateway);
      assertThat(answer.headers().firstValue("RateLimit-Policy").orElseThrow())
          .contains("\"kept\";q=7;w=1");
      assertThat(isDegraded(answer)).isTrue();
    }
  }
}
