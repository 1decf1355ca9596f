package dev.plaza.notify.callback;

import dev.plaza.platform.RepeatingJob;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/// Calls services. Each has a few calls of its own in flight, on threads that carry no messages: a
/// slow one holds up neither others nor any delivery.
@Component
class CallbackSender implements AutoCloseable {

  private static final Log LOG = LogFactory.getLog(CallbackSender.class);
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration PURGE_EVERY = Duration.ofMinutes(10);

  private final CallbackStore store;
  private final CallbackUrls urls;
  private final CallbackProperties properties;
  private final Clock clock;
  private final MeterRegistry meters;
  private final Map<String, Semaphore> places = new ConcurrentHashMap<>();
  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private volatile @Nullable Instant purgedAt;

  CallbackSender(
      CallbackStore store,
      CallbackUrls urls,
      CallbackProperties properties,
      Clock clock,
      MeterRegistry meters) {
    this.store = store;
    this.urls = urls;
    this.properties = properties;
    this.clock = clock;
    this.meters = meters;
  }

  boolean round() {
    for (Callback it : store.enabled()) {
      take(it);
    }
    Instant now = clock.instant();
    Instant last = purgedAt;
    if (last == null || now.isAfter(last.plus(PURGE_EVERY))) {
      purgedAt = now;
      store.purge(properties.kept());
    }
    return false;
  }

  private void take(Callback callback) {
    var free = places.computeIfAbsent(callback.caller(), _ -> new Semaphore(properties.inFlight()));
    int got = free.drainPermits();
    try {
      var taken = got == 0 ? List.<CallbackStore.Taken>of() : claim(callback, got);
      got -= taken.size();
      for (var it : taken) {
        Thread.ofVirtual().name("callback-" + it.id()).start(() -> call(callback, it, free));
      }
    } finally {
      free.release(got);
    }
  }

  private List<CallbackStore.Taken> claim(Callback callback, int max) {
    return store.take(callback.caller(), max, properties.timeout().multipliedBy(3));
  }

  private void call(Callback callback, CallbackStore.Taken event, Semaphore free) {
    try {
      int status = status(callback, event);
      settle(callback, event, status);
      meters
          .counter("notify.callbacks", "outcome", status / 100 == 2 ? "taken" : "failed")
          .increment();
    } catch (DataAccessException e) {
      LOG.warn("a callback comes again: " + NestedExceptionUtils.getMostSpecificCause(e));
    } finally {
      free.release();
    }
  }

  /// @return 0 when there was no answer
  private int status(Callback callback, CallbackStore.Taken event) {
    if (!urls.isAllowed(callback.url())) {
      return 0;
    }
    long timestamp = clock.instant().getEpochSecond();
    byte[] body = event.body().getBytes(StandardCharsets.UTF_8);
    var request =
        HttpRequest.newBuilder(URI.create(callback.url()))
            .timeout(properties.timeout())
            .header("Content-Type", "application/json")
            .header("webhook-id", event.id())
            .header("webhook-timestamp", Long.toString(timestamp))
            .header("webhook-signature", callback.signatures(event.id(), timestamp, body))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException _) {
      return 0;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private void settle(Callback callback, CallbackStore.Taken event, int status) {
    String answer = status == 0 ? "no answer" : "http " + status;
    if (status / 100 == 2) {
      store.answered(event.id(), "DONE", null, answer);
    } else if (status == 410) {
      store.disable(callback.caller(), "it answered 410 Gone");
      store.answered(event.id(), "FAILED", null, answer);
      LOG.warn("the callback of " + callback.caller() + " is gone and called no more");
    } else if (event.attempt() > properties.retries().size()) {
      store.answered(event.id(), "FAILED", null, answer);
    } else {
      Duration pause = properties.retries().get(event.attempt() - 1);
      store.answered(event.id(), "QUEUED", clock.instant().plus(pause), answer);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  @Configuration(proxyBeanMethods = false)
  static class Wiring {
    @Bean
    RepeatingJob callbacksJob(CallbackSender sender, CallbackProperties properties) {
      return new RepeatingJob("callbacks", properties.poll(), sender::round);
    }
  }
}
