package dev.plaza.notify.delivery;

import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outgoing.Priority;
import dev.plaza.notify.routing.Router;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;

/// One lane a priority, each with its own claims and its own places in flight: a campaign can fill
/// its lane, never the one a password reset takes.
///
/// A lane takes up no more than it can send at once. So a crash leaves only messages without an
/// answer that were really under way.
@Component
public class Lanes implements SmartLifecycle {

  static final int PHASE = 1_000;

  private static final Log LOG = LogFactory.getLog(Lanes.class);
  private static final Duration FAILED_PAUSE = Duration.ofSeconds(1);
  private static final Duration STOP_WAIT = Duration.ofSeconds(15);
  private static final Duration GATHER = Duration.ofMillis(5);
  private static final int TRACEPARENT = 55;

  private final Claiming claiming;
  private final Settling settling;
  private final Router router;
  private final DeliveryMetrics metrics;
  private final DeliveryProperties properties;
  private final Clock clock;
  private final Tracer tracer;
  private final Map<Priority, Lane> lanes = new EnumMap<>(Priority.class);
  private volatile boolean running;

  Lanes(
      Claiming claiming,
      Settling settling,
      Router router,
      DeliveryMetrics metrics,
      DeliveryProperties properties,
      Clock clock,
      ObjectProvider<Tracer> tracer) {
    this.claiming = claiming;
    this.settling = settling;
    this.router = router;
    this.metrics = metrics;
    this.properties = properties;
    this.clock = clock;
    this.tracer = tracer.getIfAvailable(() -> Tracer.NOOP);
    lanes.put(Priority.CRITICAL, new Lane(Priority.CRITICAL, properties.criticalInFlight()));
    lanes.put(
        Priority.TRANSACTIONAL,
        new Lane(Priority.TRANSACTIONAL, properties.transactionalInFlight()));
    lanes.put(Priority.BULK, new Lane(Priority.BULK, properties.bulkInFlight()));
  }

  /// There is something of this priority; call it after the commit.
  public void wake(Priority priority) {
    Lane lane = lanes.get(priority);
    if (lane != null) {
      lane.wake.release();
    }
  }

  private final class Lane {
    private final Priority priority;
    private final int size;
    private final Semaphore places;
    private final Semaphore wake = new Semaphore(0);
    private @Nullable Thread thread;

    Lane(Priority priority, int size) {
      this.priority = priority;
      this.size = size;
      this.places = new Semaphore(size);
    }

    void run() {
      try {
        while (running) {
          wake.drainPermits();
          if (!round()) {
            wake.tryAcquire(properties.poll().toMillis(), TimeUnit.MILLISECONDS);
          }
        }
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }

    /// Waits a moment until a quarter of the lane is free: claims of one message each would cost
    /// as much as claims of many.
    private boolean round() throws InterruptedException {
      int want = Math.max(1, Math.min(properties.batchMax(), size / 4));
      places.acquire();
      int got = 1;
      if (want > 1 && places.tryAcquire(want - 1, GATHER.toMillis(), TimeUnit.MILLISECONDS)) {
        got = want;
      } else {
        got += places.drainPermits();
      }
      Claiming.Batch batch = claim(Math.min(got, want));
      places.release(got - batch.sendings().size());
      batch.sendings().forEach(this::start);
      // All providers are away: the whole queue would be taken up and put back again and again.
      return batch.taken() > 0 && !batch.stalled();
    }

    private Claiming.Batch claim(int max) throws InterruptedException {
      try {
        return claiming.claim(priority, max);
      } catch (RuntimeException e) {
        if (running) {
          LOG.warn(
              priority + " waits and goes on: " + NestedExceptionUtils.getMostSpecificCause(e));
          TimeUnit.MILLISECONDS.sleep(FAILED_PAUSE.toMillis());
        }
        return Claiming.Batch.NONE;
      }
    }

    private void start(Sending it) {
      Thread.ofVirtual().name("send-" + it.attemptId()).start(() -> send(it));
    }

    /// Whatever happens is an outcome; what a provider throws after all is none we know.
    private void send(Sending it) {
      long began = System.nanoTime();
      Outcome outcome;
      Span span = span(it);
      try (var _ = tracer.withSpan(span)) {
        outcome = it.route().provider().send(it.message());
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        LOG.error("attempt " + it.attemptId() + " ended in a failure of our own", e);
        outcome = new Outcome.Unknown(String.valueOf(e.getMessage()));
      } finally {
        span.end();
      }
      finish(it, outcome, System.nanoTime() - began);
    }

    private void finish(Sending it, Outcome outcome, long nanos) {
      metrics.answered(it, outcome, nanos, clock.instant());
      try {
        router.answered(it.route(), outcome);
      } catch (RuntimeException e) {
        LOG.warn("a breaker was not told: " + NestedExceptionUtils.getMostSpecificCause(e));
      }
      settling.add(new Settling.Ended(it, outcome, places::release));
    }
  }

  /// Continues the trace in which the message was asked for.
  private Span span(Sending it) {
    String parent = it.job().traceparent();
    if (parent == null || parent.length() < TRACEPARENT) {
      return Span.NOOP;
    }
    var context =
        tracer
            .traceContextBuilder()
            .traceId(parent.substring(3, 35))
            .spanId(parent.substring(36, 52))
            .sampled(parent.endsWith("1"))
            .build();
    return tracer
        .spanBuilder()
        .setParent(context)
        .name("notify.send")
        .tag("notify.delivery", it.delivery().id())
        .tag("notify.provider", it.route().provider().id())
        .start();
  }

  @Override
  public void start() {
    running = true;
    lanes.forEach(
        (priority, lane) ->
            lane.thread = Thread.ofVirtual().name("lane-" + priority.name()).start(lane::run));
  }

  /// No more claims; what is under way gets its time to end.
  @Override
  public void stop() {
    running = false;
    try {
      for (Lane lane : lanes.values()) {
        lane.wake.release();
        Thread it = lane.thread;
        if (it != null) {
          it.join(STOP_WAIT);
        }
      }
      for (Lane lane : lanes.values()) {
        if (lane.places.tryAcquire(lane.size, STOP_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
          lane.places.release(lane.size);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
