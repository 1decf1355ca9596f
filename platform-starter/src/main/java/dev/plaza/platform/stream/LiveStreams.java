package dev.plaza.platform.stream;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/// Server-Sent Events that resume (WHATWG HTML, 9.2).
///
/// Each stream is one virtual thread that reads its source from its own position, writes, and
/// waits to be woken. There is no queue between backlog and live, so nothing can fall into a gap,
/// and a slow client holds back nobody but itself. A wake-up reaches streams of this instance;
/// commits of other instances are noticed by reading again after `poll`.
public final class LiveStreams implements SmartLifecycle {

  private static final Log LOG = LogFactory.getLog(LiveStreams.class);
  private static final int BATCH_MAX = 100;
  private static final String RESYNC = "resync";

  private final StreamProperties properties;
  private final ConcurrentHashMap<String, Set<Subscription>> open = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean running;

  LiveStreams(StreamProperties properties, MeterRegistry meters) {
    this.properties = properties;
    meters.gauge("plaza.streams.open", count);
  }

  /// Starts a stream; the caller has checked that the client may see it.
  ///
  /// @param key what [#wake] names, e.g. `order:<id>`
  public SseEmitter open(String key, @Nullable String lastEventId, LiveSource source) {
    if (count.incrementAndGet() > properties.openMax()) {
      count.decrementAndGet();
      throw new ProblemException(CommonProblem.UNAVAILABLE, "Too many open streams here.")
          .retryAfter(Duration.ofSeconds(5));
    }
    var emitter = new SseEmitter(0L);
    var subscription = new Subscription(key, emitter, source);
    open.compute(
        key,
        (_, streams) -> {
          Set<Subscription> all = streams == null ? ConcurrentHashMap.newKeySet() : streams;
          all.add(subscription);
          return all;
        });
    Thread.ofVirtual().name("stream-" + key).start(() -> subscription.run(lastEventId));
    emitter.onCompletion(subscription::cancel);
    emitter.onError(_ -> subscription.cancel());
    return emitter;
  }

  /// Tells the streams of this key that their source has more; call it after the commit.
  public void wake(String key) {
    Set<Subscription> streams = open.get(key);
    if (streams != null) {
      streams.forEach(it -> it.signal.release());
    }
  }

  private void forget(Subscription subscription) {
    open.computeIfPresent(
        subscription.key,
        (_, streams) -> {
          if (streams.remove(subscription)) {
            count.decrementAndGet();
          }
          return streams.isEmpty() ? null : streams;
        });
  }

  @Override
  public void start() {
    running = true;
  }

  /// Ends all streams first, or graceful shutdown would wait for them; clients reconnect elsewhere.
  @Override
  public void stop() {
    running = false;
    open.values().forEach(streams -> streams.forEach(Subscription::cancel));
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /// Before the web server's graceful shutdown.
  @Override
  public int getPhase() {
    return Integer.MAX_VALUE;
  }

  private final class Subscription {
    private final String key;
    private final SseEmitter emitter;
    private final LiveSource source;
    private final Semaphore signal = new Semaphore(0);
    private volatile boolean cancelled;
    private long written = System.nanoTime();

    Subscription(String key, SseEmitter emitter, LiveSource source) {
      this.key = key;
      this.emitter = emitter;
      this.source = source;
    }

    void cancel() {
      cancelled = true;
      signal.release();
    }

    void run(@Nullable String lastEventId) {
      try {
        send(SseEmitter.event().comment("ok").reconnectTime(properties.reconnect().toMillis()));
        long position = begin(lastEventId);
        while (!cancelled) {
          position = forward(position);
          if (source.ended(position)) {
            break;
          }
          await();
        }
        emitter.complete();
      } catch (IOException | IllegalStateException e) {
        LOG.debug("stream " + key + " was closed by the client", e);
      } catch (DataAccessException e) {
        LOG.warn("stream " + key + " ends, the client will come back: " + e.getMessage());
        emitter.complete();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      } finally {
        forget(this);
      }
    }

    private long begin(@Nullable String lastEventId) throws IOException {
      Long position = source.position(lastEventId);
      if (position != null) {
        return position;
      }
      LiveSource.Snapshot snapshot = source.snapshot();
      send(event(snapshot.position(), RESYNC, snapshot.data()));
      return snapshot.position();
    }

    private long forward(long from) throws IOException {
      long position = from;
      List<LiveSource.Event> batch;
      do {
        batch = source.after(position, BATCH_MAX);
        for (LiveSource.Event it : batch) {
          send(event(it.position(), it.name(), it.data()));
          position = it.position();
        }
      } while (batch.size() == BATCH_MAX && !cancelled);
      return position;
    }

    private void await() throws InterruptedException, IOException {
      if (signal.tryAcquire(properties.poll().toMillis(), TimeUnit.MILLISECONDS)) {
        signal.drainPermits();
      }
      if (System.nanoTime() - written > properties.heartbeat().toNanos()) {
        send(SseEmitter.event().comment("beat"));
      }
    }

    private SseEmitter.SseEventBuilder event(long position, String name, Object data) {
      return SseEmitter.event()
          .id(String.valueOf(position))
          .name(name)
          .data(data, MediaType.APPLICATION_JSON);
    }

    private void send(SseEmitter.SseEventBuilder event) throws IOException {
      emitter.send(event);
      written = System.nanoTime();
    }
  }
}
