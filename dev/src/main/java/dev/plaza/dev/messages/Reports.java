package dev.plaza.dev.messages;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls back until the call is taken with a 2xx: signed afresh each time, retried with growing
/// pauses, in no promised order, sometimes twice. At most [#WAITING_MAX] wait; more are dropped.
final class Reports implements AutoCloseable {

  static final int WAITING_MAX = 20_000;
  static final int ATTEMPTS_MAX = 12;

  private static final int WORKERS = 4;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final long PAUSE_MAX_MS = 30_000;
  private static final Logger log = LoggerFactory.getLogger(Reports.class);

  /// A call ready to be made.
  ///
  /// @param method GET or POST
  record ReportCall(String method, String url, Map<String, String> headers, String body) {}

  private record Report(String provider, Supplier<ReportCall> call, int attempt, long dueNanos)
      implements Delayed {

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  private final DelayQueue<Report> queue = new DelayQueue<>();
  private final List<Thread> workers = new ArrayList<>();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  private final SwitchBoard switches;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong givenUp = new AtomicLong();
  private volatile boolean closed;

  Reports(SwitchBoard switches) {
    this.switches = switches;
    for (var i = 0; i < WORKERS; i++) {
      workers.add(Thread.ofVirtual().name("report-" + i).start(this::work));
    }
  }

  /// @param call makes and signs the call when it is due
  void send(String provider, Duration after, Supplier<ReportCall> call) {
    var now = switches.of(provider);
    schedule(provider, after, call, now);
    if (ThreadLocalRandom.current().nextDouble() < now.webhookDuplicateRate()) {
      schedule(provider, after, call, now);
    }
  }

  private void schedule(String provider, Duration after, Supplier<ReportCall> call, Switches now) {
    var heldBack =
        now.webhookReorderMs() == 0
            ? 0
            : ThreadLocalRandom.current().nextLong(now.webhookReorderMs());
    enqueue(provider, call, 0, after.plusMillis(now.webhookDelayMs() + heldBack));
  }

  private void enqueue(String provider, Supplier<ReportCall> call, int attempt, Duration after) {
    if (queue.size() >= WAITING_MAX) {
      givenUp.incrementAndGet();
      return;
    }
    queue.put(new Report(provider, call, attempt, System.nanoTime() + after.toNanos()));
  }

  Map<String, Long> counts() {
    return Map.of("waiting", (long) queue.size(), "sent", sent.get(), "given_up", givenUp.get());
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

  private void deliver(Report report) throws InterruptedException {
    if (switches.of(report.provider).webhooksPaused()) {
      enqueue(report.provider, report.call, report.attempt, Duration.ofMillis(500));
    } else if (call(report.call.get())) {
      sent.incrementAndGet();
    } else if (report.attempt + 1 < ATTEMPTS_MAX) {
      var pause = Math.min(PAUSE_MAX_MS, 500L << report.attempt);
      enqueue(report.provider, report.call, report.attempt + 1, Duration.ofMillis(pause));
    } else {
      givenUp.incrementAndGet();
      log.warn("Gave up reporting for {} after {} attempts", report.provider, ATTEMPTS_MAX);
    }
  }

  private boolean call(ReportCall callback) throws InterruptedException {
    try {
      var request = HttpRequest.newBuilder(URI.create(callback.url)).timeout(TIMEOUT);
      callback.headers.forEach(request::header);
      var body =
          callback.method.equals("GET")
              ? HttpRequest.BodyPublishers.noBody()
              : HttpRequest.BodyPublishers.ofString(callback.body);
      var status =
          http.send(request.method(callback.method, body).build(), BodyHandlers.discarding())
              .statusCode();
      return status / 100 == 2;
    } catch (IOException | IllegalArgumentException e) {
      log.debug("A report was not taken", e);
      return false;
    }
  }

  @Override
  public void close() {
    closed = true;
    workers.forEach(Thread::interrupt);
    http.shutdownNow();
  }
}
