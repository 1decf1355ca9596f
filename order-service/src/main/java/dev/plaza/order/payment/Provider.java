package dev.plaza.order.payment;

import com.stripe.StripeClient;
import com.stripe.exception.ApiConnectionException;
import com.stripe.exception.ApiException;
import com.stripe.exception.AuthenticationException;
import com.stripe.exception.IdempotencyException;
import com.stripe.exception.RateLimitException;
import com.stripe.exception.StripeException;
import com.stripe.net.RequestOptions;
import dev.plaza.order.work.RetryLater;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.springframework.stereotype.Component;

/// Calls the payment provider: with limits on time, behind a circuit breaker, and with errors
/// sorted into what is known and what is not.
///
/// A refusal (4xx with a reason) is an answer and comes back as the library's exception. Everything
/// that leaves the outcome open (no connection, no answer in time, 5xx, a key in use, throttling)
/// becomes `RetryLater`: the same key is sent again later, or the provider is asked. The library's
/// own retries are off, so that every attempt is counted and delayed in one place.
@Component
class Provider {

  private final StripeClient stripe;
  private final CircuitBreaker breaker;
  private final Duration brokenFor;
  private final MeterRegistry meters;

  Provider(PaymentProperties properties, MeterRegistry meters) {
    this.stripe =
        StripeClient.builder()
            .setApiKey(properties.apiKey())
            .setApiBase(base(properties))
            .setConnectTimeout((int) properties.connectTimeout().toMillis())
            .setReadTimeout((int) properties.readTimeout().toMillis())
            .setMaxNetworkRetries(0)
            .setHttpClient(new PooledHttp(properties))
            .build();
    this.brokenFor = properties.brokenFor();
    this.meters = meters;
    var registry =
        CircuitBreakerRegistry.of(
            CircuitBreakerConfig.custom()
                .slidingWindowSize(properties.brokenAfter())
                .minimumNumberOfCalls(properties.brokenAfter())
                .failureRateThreshold(80)
                .waitDurationInOpenState(properties.brokenFor())
                .permittedNumberOfCallsInHalfOpenState(3)
                .recordException(Provider::isOutage)
                .build());
    this.breaker = registry.circuitBreaker("payment-provider");
    TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(registry).bindTo(meters);
  }

  private static String base(PaymentProperties properties) {
    var url = properties.baseUrl().toString();
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  /// One call of the library.
  interface Call<T> {
    T to(StripeClient stripe) throws StripeException;
  }

  /// @throws StripeException a refusal: the provider did not do it, and says why
  /// @throws RetryLater the outcome is not known
  <T> T call(String what, Call<T> call) throws StripeException {
    long began = System.nanoTime();
    String outcome = "refused";
    try {
      T result = breaker.executeCallable(() -> call.to(stripe));
      outcome = "done";
      return result;
    } catch (CallNotPermittedException _) {
      outcome = "not_sent";
      throw new RetryLater("the payment provider is out of order", brokenFor);
    } catch (RateLimitException e) {
      outcome = "throttled";
      throw new RetryLater("throttled by the payment provider: " + e.getMessage());
    } catch (AuthenticationException e) {
      throw new IllegalStateException("the payment provider does not accept our key", e);
    } catch (StripeException e) {
      if (isOpen(e)) {
        outcome = "unknown";
        throw new RetryLater("outcome of " + what + " unknown: " + e.getMessage());
      }
      throw e;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      meters
          .timer("order.payment.call", "what", what, "outcome", outcome)
          .record(Duration.ofNanos(System.nanoTime() - began));
    }
  }

  static RequestOptions key(String orderId, String key) {
    return RequestOptions.builder().setIdempotencyKey(orderId + ":" + key).build();
  }

  private static boolean isOpen(StripeException e) {
    return e instanceof ApiConnectionException
        || e instanceof ApiException
        || (e instanceof IdempotencyException && isInUse(e))
        || (e.getStatusCode() != null && e.getStatusCode() >= 500);
  }

  private static boolean isInUse(StripeException e) {
    return Integer.valueOf(409).equals(e.getStatusCode());
  }

  private static boolean isOutage(Throwable e) {
    return e instanceof ApiConnectionException
        || (e instanceof StripeException it
            && it.getStatusCode() != null
            && it.getStatusCode() >= 500);
  }
}
