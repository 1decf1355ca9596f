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
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Two and four instances at once before one Redis: together they keep to the bound of the
/// theorem, and a change at one is in force at all.
class SeveralGatewaysIT {

  private static final int RATE = 40;
  private static final int BURST = 60;
  private static final int CLIENTS = 8;
  private static final Duration FLOOD = Duration.ofSeconds(4);
  private static final Duration EVERYWHERE = Duration.ofSeconds(2);

  private static final RedisUnderTest REDIS = RedisUnderTest.started();
  private static final StubPart ORDER = new StubPart("order");
  private static final List<RunningGateway> GATEWAYS = new ArrayList<>();

  @BeforeAll
  static void start() {
    startUpTo(2);
  }

  private static void startUpTo(int instances) {
    while (GATEWAYS.size() < instances) {
      GATEWAYS.add(
          RunningGateway.start(
              "--spring.profiles.active=sandbox",
              "--spring.data.redis.url=" + REDIS.url(),
              "--plaza.gateway.routes.order=" + ORDER.url(),
              "--plaza.limits.policies.exact.match.route=order",
              "--plaza.limits.policies.exact.rate=0.4",
              "--plaza.limits.policies.exact.burst=1",
              "--plaza.limits.policies.exact.strict=true",
              "--plaza.limits.policies.loose.match.route=order",
              "--plaza.limits.policies.loose.rate=0.4",
              "--plaza.limits.policies.loose.burst=1"));
    }
  }

  @AfterAll
  static void stop() {
    GATEWAYS.forEach(RunningGateway::close);
    REDIS.close();
    ORDER.close();
  }

  private record Admission(long sent, long answered) {}

  @Test
  void keepToTheBoundTogether() throws Exception {
    // One after the other: with more instances the share of each is smaller.
    assertBound(2);
    startUpTo(4);
    assertBound(4);
  }

  private static void assertBound(int instances) throws Exception {
    put("exact", 0, true);
    put("loose", 0, false);
    settle(instances);
    put("exact", RATE, true);
    check(flood(instances, "strict-" + instances), 0);
    put("exact", 0, true);
    put("loose", RATE, false);
    check(flood(instances, "loose-" + instances), instances * Math.max(1, BURST / 3 / instances));
    put("loose", 0, false);
  }

  /// 0 stands for "no limit": so high that it never matters.
  private static void put(String id, int rate, boolean strict) {
    String body =
        "{\"match\":{\"route\":\"order\"},\"rate\":%d,\"burst\":%d,\"strict\":%s}"
            .formatted(
                rate == 0 ? 1_000_000 : rate,
                rate == 0 ? 1_000_000 : BURST,
                String.valueOf(strict));
    var answer =
        RunningGateway.send(
            GATEWAYS.getFirst().ops("/limits/policies/" + id).PUT(BodyPublishers.ofString(body)));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    String limit = "\"%s\";q=%d".formatted(id, rate == 0 ? 1_000_000 : BURST);
    for (RunningGateway gateway : GATEWAYS) {
      await()
          .atMost(EVERYWHERE)
          .untilAsserted(() -> assertThat(policies(gateway)).contains(limit + ";"));
    }
  }

  private static String policies(RunningGateway gateway) {
    return RunningGateway.send(
            gateway
                .request("/orders")
                .header("Authorization", "Bearer " + Tokens.of("onlooker", "customer")))
        .headers()
        .firstValue("RateLimit-Policy")
        .orElseThrow();
  }

  /// Each knows of the others, and trusts that.
  private static void settle(int instances) {
    assertThat(GATEWAYS).hasSize(instances);
    await().pollDelay(Duration.ofSeconds(7)).atMost(Duration.ofSeconds(10)).until(() -> true);
  }

  private static List<Admission> flood(int instances, String user) throws Exception {
    var admissions = new ConcurrentLinkedQueue<Admission>();
    String token = Tokens.of(user, "customer");
    long until = System.nanoTime() + FLOOD.toNanos();
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int client = 0; client < CLIENTS; client++) {
        RunningGateway gateway = GATEWAYS.get(client % instances);
        clients.submit(
            () -> {
              while (System.nanoTime() < until) {
                long sent = System.nanoTime();
                HttpResponse<String> answer =
                    RunningGateway.send(
                        gateway.request("/orders").header("Authorization", "Bearer " + token));
                if (answer.statusCode() == 200) {
                  admissions.add(new Admission(sent, System.nanoTime()));
                } else {
                  assertThat(answer.statusCode()).isEqualTo(429);
                }
              }
              return null;
            });
      }
    }
    return List.copyOf(admissions);
  }

  /// Whatever was sent and answered within an interval was admitted in it.
  private static void check(List<Admission> admissions, int leased) {
    assertThat(admissions.size())
        .as("admitted at all")
        .isGreaterThan((int) (BURST / 2 + RATE * FLOOD.toSeconds() / 2));
    for (Admission first : admissions) {
      int count = 0;
      var within =
          admissions.stream()
              .filter(it -> it.sent() - first.sent() >= 0)
              .sorted(Comparator.comparingLong(Admission::answered))
              .toList();
      for (Admission last : within) {
        double seconds = (last.answered() - first.sent()) / 1e9;
        assertThat(++count)
            .as("admitted within %.3f s", seconds)
            .isLessThanOrEqualTo((int) Math.floor(BURST + RATE * seconds + 1e-9) + leased);
      }
    }
  }

  @Test
  void seeAPolicyGoWithinTwoSeconds() {
    put("loose", 0, false);
    assertThat(
            RunningGateway.send(GATEWAYS.getFirst().ops("/limits/policies/loose").DELETE())
                .statusCode())
        .isEqualTo(204);

    await()
        .atMost(EVERYWHERE)
        .untilAsserted(() -> assertThat(policies(GATEWAYS.getLast())).doesNotContain("\"loose\""));
  }
}
