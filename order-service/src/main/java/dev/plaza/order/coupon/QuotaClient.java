package dev.plaza.order.coupon;

import dev.plaza.order.work.RetryLater;
import dev.plaza.order.work.Traces;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Calls the quota service: with limits on time, behind a circuit breaker, as this service itself.
///
/// What the other side decided (2xx, or a 4xx with a reason) is an [Answer]. Whatever leaves the
/// outcome open (no connection, no answer in time, 5xx, throttled, still in flight, no token) is a
/// `RetryLater`: the same call is made again under the same GUID, or the redemption is asked for.
@Component
class QuotaClient {

  private static final Set<Integer> OPEN = Set.of(401, 403, 408, 425, 429);

  /// Conflicts that are decisions; another one only says that it is not decided here and now.
  private static final Set<String> DECIDED = Set.of("cancelled", "expired");

  private final CouponProperties properties;
  private final ServiceToken token;
  private final JsonMapper json;
  private final Traces traces;
  private final MeterRegistry meters;
  private final HttpClient http;
  private final CircuitBreaker breaker;

  QuotaClient(
      CouponProperties properties,
      ServiceToken token,
      JsonMapper json,
      Traces traces,
      MeterRegistry meters) {
    this.properties = properties;
    this.token = token;
    this.json = json;
    this.traces = traces;
    this.meters = meters;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(properties.connectTimeout())
            .build();
    var registry =
        CircuitBreakerRegistry.of(
            CircuitBreakerConfig.custom()
                .slidingWindowSize(properties.brokenAfter())
                .minimumNumberOfCalls(properties.brokenAfter())
                .failureRateThreshold(80)
                .waitDurationInOpenState(properties.brokenFor())
                .permittedNumberOfCallsInHalfOpenState(2)
                .recordException(IOException.class::isInstance)
                .build());
    this.breaker = registry.circuitBreaker("quota");
    TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(registry).bindTo(meters);
  }

  /// What was decided.
  record Answer(int status, JsonNode body) {

    /// Repeated answers say what the first one said, and where things stand now if elsewhere.
    boolean isTakenBack() {
      return Set.of("reversed", "cancelled").contains(body.path("current").asString(""));
    }

    boolean isDone() {
      return status / 100 == 2;
    }

    /// The stable word of a refusal.
    String code() {
      String code = body.path("code").asString("");
      return code.isEmpty() ? "status_" + status : code;
    }
  }

  Answer get(String what, String path) {
    return call(what, "GET", path, null);
  }

  Answer post(String what, String path, @Nullable Object body) {
    return call(what, "POST", path, body);
  }

  Answer delete(String what, String path) {
    return call(what, "DELETE", path, null);
  }

  /// @throws RetryLater the outcome is not known
  private Answer call(String what, String method, String path, @Nullable Object body) {
    long began = System.nanoTime();
    String outcome = "unknown";
    try {
      var answer = breaker.executeCallable(() -> authorized(method, path, body));
      outcome = answer.isDone() ? "done" : "refused";
      return answer;
    } catch (CallNotPermittedException _) {
      outcome = "not_sent";
      throw new RetryLater("the quota service is out of order", properties.brokenFor());
    } catch (IOException e) {
      throw new RetryLater("outcome of " + what + " unknown: " + e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new RetryLater("interrupted");
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      meters
          .timer("order.coupon.call", "what", what, "outcome", outcome)
          .record(Duration.ofNanos(System.nanoTime() - began));
    }
  }

  /// A token that is not accepted any more is replaced once.
  private Answer authorized(String method, String path, @Nullable Object body)
      throws IOException, InterruptedException {
    String first = token.get();
    var answer = send(method, path, body, first);
    if (answer.status() == 401) {
      token.forget(first);
      answer = send(method, path, body, token.get());
    }
    if (OPEN.contains(answer.status())
        || (answer.status() == 409 && !DECIDED.contains(answer.code()))) {
      throw new RetryLater("the quota service answers " + answer.status() + " " + answer.code());
    }
    return answer;
  }

  private Answer send(String method, String path, @Nullable Object body, String accessToken)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(properties.at(path))
            .timeout(properties.readTimeout())
            .header("Authorization", "Bearer " + accessToken)
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body)));
    String traceparent = traces.current();
    if (traceparent != null) {
      request.header("traceparent", traceparent);
    }
    var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 500) {
      throw new IOException("status " + response.statusCode());
    }
    return new Answer(response.statusCode(), read(response.body()));
  }

  private JsonNode read(String body) throws IOException {
    try {
      return body.isBlank() ? json.createObjectNode() : json.readTree(body);
    } catch (JacksonException e) {
      throw new IOException("no JSON", e);
    }
  }
}
