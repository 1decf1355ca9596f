package dev.plaza.order.coupon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plaza.order.work.RetryLater;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

class ServiceTokenTests {

  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");

  private final FakeQuota issuer = new FakeQuota();
  private Instant now = NOW;
  private final ServiceToken token = token(issuer.url() + "/token");

  private ServiceToken token(String url) {
    var second = Duration.ofSeconds(1);
    var properties =
        new CouponProperties(
            URI.create(issuer.url()),
            URI.create(url),
            "order-service",
            "s+c/r t",
            second,
            second,
            10,
            second,
            3,
            second,
            Duration.ofDays(90));
    var json =
        JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();
    return new ServiceToken(
        properties,
        json,
        new Clock() {
          @Override
          public Instant instant() {
            return now;
          }

          @Override
          public ZoneOffset getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(java.time.ZoneId zone) {
            return this;
          }
        });
  }

  @AfterEach
  void stop() {
    issuer.close();
  }

  @Test
  void isFetchedOnceForAllWhoNeedIt() throws InterruptedException {
    var callers = new ArrayList<Callable<String>>();
    for (int i = 0; i < 50; i++) {
      callers.add(token::get);
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(threads.invokeAll(callers).stream().map(Future::resultNow))
          .containsOnly("token-1");
    }
    assertThat(issuer.tokens()).isEqualTo(1);
  }

  @Test
  void isReplacedShortlyBeforeItExpires() {
    assertThat(token.get()).isEqualTo("token-1");

    now = NOW.plusSeconds(900 - 60).minusMillis(1);
    assertThat(token.get()).isEqualTo("token-1");

    now = NOW.plusSeconds(900 - 60);
    assertThat(token.get()).isEqualTo("token-2");
  }

  @Test
  void isReplacedOnceWhenItIsNotAcceptedAnyMore() {
    var first = token.get();

    token.forget(first);
    assertThat(token.get()).isEqualTo("token-2");
    token.forget(first);
    assertThat(token.get()).isEqualTo("token-2");
  }

  @Test
  void isMissedByEverybodyAtOnceWhereThereIsNoIssuer() {
    issuer.pause(true);

    assertThatThrownBy(token::get).isInstanceOf(RetryLater.class);

    issuer.pause(false);
    assertThat(token.get()).isEqualTo("token-1");
  }
}
