package dev.plaza.order.work;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// Takes jobs and works on them: its own as soon as they are committed, and those that others left
/// behind. One virtual thread a job, a limited number at once.
///
/// A job is born leased to the instance that asked for it. If that instance dies, the lease runs
/// out and any other takes the job. Two workers may therefore do the same job: every job is
/// idempotent, and only one of them can `finish` it.
@Component
public class Worker implements SmartLifecycle {

  private static final Log LOG = LogFactory.getLog(Worker.class);
  private static final int RETRY_RESERVE = 100;
  private static final int DOUBLINGS_MAX = 16;
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Jobs jobs;
  private final ObjectProvider<JobRunner> runner;
  private final WorkProperties properties;
  private final Clock clock;
  private final Traces traces;
  private final RetryBudget budget;
  private final Semaphore permits;
  private final AtomicInteger waiting = new AtomicInteger();
  private final Timer duration;
  private final Counter retries;
  private volatile boolean running;

  Worker(
      Jobs jobs,
      ObjectProvider<JobRunner> runner,
      WorkProperties properties,
      Clock clock,
      Traces traces,
      MeterRegistry meters) {
    this.jobs = jobs;
    this.runner = runner;
    this.properties = properties;
    this.clock = clock;
    this.traces = traces;
    this.budget = new RetryBudget(properties.retryShare(), RETRY_RESERVE);
    this.permits = new Semaphore(properties.concurrency());
    this.duration = meters.timer("order.job.duration");
    this.retries = meters.counter("order.job.retries");
    meters.gauge("order.job.waiting", waiting);
  }

  /// Inside the transaction of the decision; begun when it commits. The same key twice is one job.
  public void submit(String orderId, String key, String payload) {
    jobs.addLeased(orderId, key, payload)
        .ifPresent(
            job ->
                TransactionSynchronizationManager.registerSynchronization(
                    new TransactionSynchronization() {
                      @Override
                      public void afterCommit() {
                        start(job);
                      }
                    }));
  }

  /// The same, but begun only after some time.
  public void submitLater(String orderId, String key, String payload, Duration after) {
    jobs.addFor(orderId, key, payload, clock.instant().plus(after));
  }

  /// In the transaction of what follows from the job.
  ///
  /// @return false when somebody else has finished it: then nothing may follow
  public boolean finish(Job job) {
    return jobs.finish(job.id());
  }

  private void start(Job job) {
    if (!running || waiting.incrementAndGet() > properties.waitingMax()) {
      waiting.decrementAndGet();
      return;
    }
    Thread.ofVirtual().name("job-" + job.id()).start(() -> await(job));
  }

  private void await(Job job) {
    try {
      permits.acquire();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return;
    } finally {
      waiting.decrementAndGet();
    }
    try {
      // After a long wait somebody else may have it.
      if (clock.instant().isBefore(job.leasedUntil())) {
        work(job);
      }
    } finally {
      permits.release();
    }
  }

  private void work(Job job) {
    if (job.attempts() <= 1) {
      budget.attempted();
    }
    long began = System.nanoTime();
    try {
      traces.resume(job.traceparent(), "order.job", () -> runner.getObject().run(job));
    } catch (RetryLater e) {
      later(job, e.getMessage(), e.after());
    } catch (DataAccessException | TransactionException e) {
      LOG.warn("job " + job.id() + " of order " + job.orderId() + ": " + e.getMessage());
      later(job, e.getMessage(), null);
    } catch (RuntimeException e) {
      LOG.error("job " + job.id() + " of order " + job.orderId() + " failed", e);
      later(job, e.toString(), properties.retryMax());
    } finally {
      duration.record(Duration.ofNanos(System.nanoTime() - began));
    }
  }

  private void later(Job job, @Nullable String reason, @Nullable Duration after) {
    retries.increment();
    var delay = after == null ? delay(job.attempts()) : after;
    try {
      jobs.retry(job.id(), clock.instant().plus(delay), String.valueOf(reason));
    } catch (DataAccessException | TransactionException e) {
      // The lease runs out all the same.
      LOG.warn("job " + job.id() + " stays leased: " + e.getMessage());
    }
  }

  private Duration delay(int attempts) {
    long full =
        budget.spend()
            ? properties.retryFirst().toMillis() << Math.min(attempts - 1, DOUBLINGS_MAX)
            : properties.retryMax().toMillis();
    long capped = Math.min(full, properties.retryMax().toMillis());
    return Duration.ofMillis(capped / 2 + ThreadLocalRandom.current().nextLong(capped / 2 + 1));
  }

  /// @return whether there may be more
  boolean sweep() {
    int free = Math.min(permits.availablePermits(), properties.batch());
    if (!running || free == 0) {
      return false;
    }
    var found = jobs.claim(free);
    found.forEach(this::start);
    return found.size() == free;
  }

  @Override
  public void start() {
    running = true;
  }

  /// Lets what has begun come to its end.
  @Override
  public void stop() {
    running = false;
    try {
      if (permits.tryAcquire(
          properties.concurrency(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        permits.release(properties.concurrency());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /// Ends after the web server and the listeners, whose jobs it still begins.
  @Override
  public int getPhase() {
    return 0;
  }
}
