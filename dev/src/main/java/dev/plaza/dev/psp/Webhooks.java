package dev.plaza.dev.psp;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends events to the configured address until they are taken with a 2xx, as Stripe does: signed,
/// retried with growing pauses, in no promised order, sometimes twice.
final class Webhooks implements AutoCloseable {

  static final int ATTEMPTS_MAX = 40;
  static final int WORKERS = 4;
  static final Duration TIMEOUT = Duration.ofSeconds(10);
  static final Duration PAUSE_MAX = Duration.ofSeconds(30);

  private static final Logger log = LoggerFactory.getLogger(Webhooks.class);

  private record Delivery(Commit.Event event, int attempt, long dueNanos) implements Delayed {

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  private final DelayQueue<Delivery> queue = new DelayQueue<>();
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final Supplier<Switches> switches;
  private final Clock clock;
  private final Consumer<String> delivered;
  private final Random random;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong givenUp = new AtomicLong();
  private final List<Thread> workers = new ArrayList<>();
  private volatile boolean closed;

  /// @param clock real time even when the provider's own was put forward: receivers check it
  /// @param delivered told the id of each event that was taken
  Webhooks(Supplier<Switches> switches, Clock clock, Consumer<String> delivered, long seed) {
    this.switches = switches;
    this.clock = clock;
    this.delivered = delivered;
    this.random = new Random(seed);
    for (var i = 0; i < WORKERS; i++) {
      workers.add(Thread.ofVirtual().name("webhook-" + i).start(this::work));
    }
  }

  void send(Commit.Event event) {
    var now = switches.get();
    schedule(event, now);
    if (random.nextDouble() < now.webhookDuplicateRate()) {
      schedule(event, now);
    }
  }

  private void schedule(Commit.Event event, Switches now) {
    var heldBack = now.webhookReorderMs() == 0 ? 0 : random.nextLong(now.webhookReorderMs());
    enqueue(event, 0, Duration.ofMillis(now.webhookDelayMs() + heldBack));
  }

  private void enqueue(Commit.Event event, int attempt, Duration after) {
    queue.put(new Delivery(event, attempt, System.nanoTime() + after.toNanos()));
  }

  long waiting() {
    return queue.size();
  }

  long sent() {
    return sent.get();
  }

  long failed() {
    return failed.get();
  }

  long givenUp() {
    return givenUp.get();
  }

  private void work() {
    while (!closed) {
      try {
        deliver(queue.take());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void deliver(Delivery delivery) throws InterruptedException {
    var now = switches.get();
    var event = delivery.event;
    if (now.webhookUrl() == null) {
      delivered.accept(event.id());
    } else if (now.webhooksPaused()) {
      enqueue(event, delivery.attempt, Duration.ofMillis(500));
    } else if (post(now.webhookUrl(), now.webhookSecret(), event)) {
      sent.incrementAndGet();
      delivered.accept(event.id());
    } else if (delivery.attempt + 1 < ATTEMPTS_MAX) {
      failed.incrementAndGet();
      enqueue(event, delivery.attempt + 1, pause(delivery.attempt));
    } else {
      givenUp.incrementAndGet();
      log.warn("Gave up sending {} after {} attempts", event.id(), ATTEMPTS_MAX);
      delivered.accept(event.id());
    }
  }

  private static Duration pause(int attempt) {
    var pause = Duration.ofMillis(500L << Math.min(attempt, 10));
    return pause.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause;
  }

  private boolean post(String url, String secret, Commit.Event event) throws InterruptedException {
    var timestamp = clock.instant().getEpochSecond();
    var request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json; charset=utf-8")
            .header("User-Agent", "PlazaPaymentProvider/1.0")
            .header("Stripe-Signature", signature(secret, timestamp, event.json()))
            .POST(HttpRequest.BodyPublishers.ofString(event.json()))
            .build();
    try {
      var status = http.send(request, BodyHandlers.discarding()).statusCode();
      return status / 100 == 2;
    } catch (IOException e) {
      log.debug("The webhook's receiver is away", e);
      return false;
    }
  }

  /// `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`
  static String signature(String secret, long timestamp, String body) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      var hash = mac.doFinal((timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
      return "t=" + timestamp + ",v1=" + HexFormat.of().formatHex(hash);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC-SHA256 is missing", e);
    }
  }

  @Override
  public void close() {
    closed = true;
    workers.forEach(Thread::interrupt);
    http.shutdownNow();
  }
}
