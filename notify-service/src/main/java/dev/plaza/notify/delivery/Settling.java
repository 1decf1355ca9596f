package dev.plaza.notify.delivery;

import dev.plaza.notify.device.Devices;
import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.routing.Router;
import dev.plaza.notify.suppression.Suppressions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/// Writes how attempts ended, all that have ended meanwhile in one transaction.
///
/// Failover and retry follow a known failure only. An attempt without an answer is UNKNOWN: it
/// waits for a report and is not sent again.
@Component
class Settling implements SmartLifecycle {

  private static final Log LOG = LogFactory.getLog(Settling.class);
  private static final int BATCH_MAX = 256;
  private static final int DETAIL_MAX = 500;
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final DeliveryStore store;
  private final Suppressions suppressions;
  private final Devices devices;
  private final Router router;
  private final DeliveryEvents events;
  private final DeliveryProperties properties;
  private final DeliveryMetrics metrics;
  private final Clock clock;
  private final JsonMapper json;
  private final TransactionTemplate transaction;
  private final Backoff backoff;
  private final LinkedBlockingQueue<Ended> queue = new LinkedBlockingQueue<>();
  private volatile boolean running;
  private @Nullable Thread thread;

  Settling(
      DeliveryStore store,
      Suppressions suppressions,
      Devices devices,
      Router router,
      DeliveryEvents events,
      DeliveryProperties properties,
      DeliveryMetrics metrics,
      Clock clock,
      JsonMapper json,
      TransactionTemplate transaction) {
    this.store = store;
    this.suppressions = suppressions;
    this.devices = devices;
    this.router = router;
    this.events = events;
    this.properties = properties;
    this.metrics = metrics;
    this.clock = clock;
    this.json = json;
    this.transaction = transaction;
    this.backoff = new Backoff(properties.retryFirst(), properties.retryMax());
  }

  /// @param done called once it is written
  record Ended(Sending sending, Outcome outcome, Runnable done) {}

  void add(Ended ended) {
    queue.add(ended);
  }

  private void run() {
    var batch = new ArrayList<Ended>();
    while (running || !queue.isEmpty()) {
      try {
        Ended first = queue.poll(100, TimeUnit.MILLISECONDS);
        if (first == null) {
          continue;
        }
        batch.add(first);
        queue.drainTo(batch, BATCH_MAX - 1);
        write(batch);
        batch.forEach(it -> it.done().run());
        batch.clear();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /// Tried until it is written: what is not written counts as unknown, though it is known.
  private void write(List<Ended> batch) throws InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        transaction.executeWithoutResult(_ -> writeAll(batch));
        return;
      } catch (RuntimeException e) {
        LOG.warn("outcomes wait to be written: " + NestedExceptionUtils.getMostSpecificCause(e));
        if (!running && tries > 3) {
          return;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
      }
    }
  }

  private void writeAll(List<Ended> batch) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    var changes = new ArrayList<Change>();
    var endings = new ArrayList<DeliveryStore.Ending>();
    var ended = new ArrayList<DeliveryEvents.Ended>();
    var moved = new ArrayList<DeliveryEvents.Ended>();
    for (Ended it : batch) {
      Change change = change(it, now);
      changes.add(change);
      endings.add(ending(it));
      var told =
          new DeliveryEvents.Ended(
              it.sending().delivery(),
              change.state(),
              it.sending().route().provider().id(),
              change.reason());
      if (change.state() == DeliveryState.QUEUED) {
        if (change.avoid() != null) {
          moved.add(told);
        }
      } else {
        ended.add(told);
      }
      consequences(it);
    }
    store.end(endings, now);
    var news = store.settle(changes, now);
    ended.removeIf(it -> !news.contains(it.delivery().id()));
    moved.removeIf(it -> !news.contains(it.delivery().id()));
    var jobs = new java.util.HashMap<String, dev.plaza.notify.job.Job>();
    batch.forEach(it -> jobs.put(it.sending().job().id(), it.sending().job()));
    events.publish(
        ended, it -> java.util.Objects.requireNonNull(jobs.get(it.delivery().jobId())), now);
    if (!moved.isEmpty()) {
      metrics.failedOver(moved);
      events.failedOver(moved, now);
    }
  }

  private Change change(Ended ended, Instant now) {
    Sending it = ended.sending();
    return switch (ended.outcome()) {
      case Outcome.Accepted _ -> end(it, DeliveryState.SENT, null, now);
      case Outcome.Unknown unknown -> end(it, DeliveryState.UNKNOWN, "no_answer", now);
      case Outcome.Permanent no when no.scope() == Scope.PROVIDER ->
          again(it, no.code(), null, Scope.PROVIDER, now);
      case Outcome.Permanent no when no.scope() == Scope.RECIPIENT ->
          end(it, DeliveryState.BOUNCED, no.code(), now);
      case Outcome.Permanent no -> end(it, DeliveryState.FAILED, no.code(), now);
      case Outcome.Transient no -> again(it, no.code(), no.retryAfter(), no.scope(), now);
    };
  }

  private Change end(Sending it, DeliveryState state, @Nullable String reason, Instant now) {
    return new Change(it.delivery().id(), state, now, true, it.n(), null, null, null, reason, "[]");
  }

  /// To another provider at once when this one is to blame, else after a pause; not for ever.
  private Change again(
      Sending it, String code, @Nullable Duration asked, Scope scope, Instant now) {
    if (it.n() >= properties.attemptsMax()) {
      var trail = new Trail(now);
      trail.add("retry", "given_up", it.n() + " attempts");
      return new Change(
          it.delivery().id(),
          DeliveryState.DEAD,
          now,
          true,
          it.n(),
          null,
          null,
          null,
          code,
          trail.written(json));
    }
    String provider = it.route().provider().id();
    boolean elsewhere = scope == Scope.PROVIDER && router.hasOther(it.message(), provider);
    Instant due =
        elsewhere ? now : now.plus(backoff.after(it.n(), asked, ThreadLocalRandom.current()));
    var trail = new Trail(now);
    trail.add("retry", elsewhere ? "failover" : "later", code + ", not before " + due);
    return new Change(
        it.delivery().id(),
        DeliveryState.QUEUED,
        due,
        true,
        it.n(),
        null,
        null,
        elsewhere ? provider : null,
        code,
        trail.written(json));
  }

  private static DeliveryStore.Ending ending(Ended ended) {
    String id = ended.sending().attemptId();
    return switch (ended.outcome()) {
      case Outcome.Accepted it ->
          new DeliveryStore.Ending(id, "ACCEPTED", it.providerRef(), null, "");
      case Outcome.Permanent it ->
          new DeliveryStore.Ending(id, "PERMANENT", null, it.code(), cut(it.detail()));
      case Outcome.Transient it ->
          new DeliveryStore.Ending(id, "TRANSIENT", null, it.code(), cut(it.detail()));
      case Outcome.Unknown it ->
          new DeliveryStore.Ending(id, "UNKNOWN", null, "no_answer", cut(it.detail()));
    };
  }

  private static String cut(String text) {
    String clean = text.replace('\0', ' ');
    return clean.length() <= DETAIL_MAX ? clean : clean.substring(0, DETAIL_MAX);
  }

  private void consequences(Ended ended) {
    if (ended.outcome() instanceof Outcome.Permanent no && no.suppress()) {
      Sending it = ended.sending();
      Channel channel = it.delivery().channel();
      if (channel == Channel.PUSH) {
        devices.prune(it.address(), no.invalidSince());
      } else {
        suppressions.add(channel, it.address(), "hard_bounce", it.route().provider().id());
      }
    }
  }

  @Override
  public void start() {
    running = true;
    thread = Thread.ofVirtual().name("settling").start(this::run);
  }

  /// After the lanes have stopped: what is known by then is still written.
  @Override
  public void stop() {
    running = false;
    Thread it = thread;
    try {
      if (it != null && !it.join(Duration.ofSeconds(5))) {
        it.interrupt();
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
    return Lanes.PHASE - 1;
  }
}
