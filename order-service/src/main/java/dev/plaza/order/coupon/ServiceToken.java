package dev.plaza.order.coupon;

import dev.plaza.order.work.RetryLater;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// This service's own access token (RFC 6749 §4.4), fetched when first needed and again shortly
/// before it expires. Whoever needs one while it is being fetched waits for that answer, good or
/// bad.
@Component
class ServiceToken {

  private static final Duration EARLY_MAX = Duration.ofSeconds(60);
  private static final int EARLY_SHARE = 5;
  private static final long LIFETIME_S_DEFAULT = 300;

  private final CouponProperties properties;
  private final JsonMapper json;
  private final Clock clock;
  private final HttpClient http;
  private final ReentrantLock fetching = new ReentrantLock();
  private volatile @Nullable Held held;
  private final AtomicInteger failures = new AtomicInteger();

  ServiceToken(CouponProperties properties, JsonMapper json, Clock clock) {
    this.properties = properties;
    this.json = json;
    this.clock = clock;
    this.http = HttpClient.newBuilder().connectTimeout(properties.connectTimeout()).build();
  }

  private record Held(String token, Instant until) {}

  private record Granted(@Nullable String accessToken, @Nullable Long expiresIn) {}

  /// @throws RetryLater there is none now
  String get() {
    var known = fresh();
    if (known != null) {
      return known;
    }
    int before = failures.get();
    fetching.lock();
    try {
      var meanwhile = fresh();
      if (meanwhile != null) {
        return meanwhile;
      }
      if (failures.get() != before) {
        throw new RetryLater("no service token: somebody has just tried");
      }
      return fetch();
    } catch (RetryLater e) {
      failures.incrementAndGet();
      throw e;
    } finally {
      fetching.unlock();
    }
  }

  /// It was not accepted: the next one asks for another.
  void forget(String token) {
    var present = held;
    if (present != null && present.token().equals(token)) {
      held = null;
    }
  }

  private @Nullable String fresh() {
    var present = held;
    return present != null && clock.instant().isBefore(present.until()) ? present.token() : null;
  }

  private String fetch() {
    try {
      var response = http.send(request(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new RetryLater("no service token: status " + response.statusCode());
      }
      var granted = json.readValue(response.body(), Granted.class);
      String token = granted.accessToken();
      if (token == null) {
        throw new RetryLater("no service token: none in the answer");
      }
      held = new Held(token, until(granted.expiresIn()));
      return token;
    } catch (IOException | JacksonException e) {
      throw new RetryLater("no service token: " + e.getClass().getSimpleName());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new RetryLater("interrupted");
    }
  }

  private Instant until(@Nullable Long expiresIn) {
    var lifetime = Duration.ofSeconds(expiresIn == null ? LIFETIME_S_DEFAULT : expiresIn);
    var early = lifetime.dividedBy(EARLY_SHARE);
    return clock.instant().plus(lifetime).minus(early.compareTo(EARLY_MAX) < 0 ? early : EARLY_MAX);
  }

  private HttpRequest request() {
    var secret = encoded(properties.clientId()) + ":" + encoded(properties.clientSecret());
    var basic = Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
    return HttpRequest.newBuilder(properties.tokenUrl())
        .timeout(properties.readTimeout())
        .header("Authorization", "Basic " + basic)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .header("Accept", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials"))
        .build();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
