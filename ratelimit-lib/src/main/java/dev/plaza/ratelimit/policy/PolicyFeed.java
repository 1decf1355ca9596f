package dev.plaza.ratelimit.policy;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the policies in force: the configured ones, with what the control API changed.
///
/// The store is asked every `every` and at each hint; a change is in force everywhere within one
/// `every` plus one answer. While the store is away the last known policies stay, from disk after
/// a restart, and [#age] rises.
public final class PolicyFeed implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(PolicyFeed.class);
  private static final Duration STALE = Duration.ofMinutes(1);
  private static final Duration KEEP_EVERY = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofMillis(800);

  private final Policies configured;
  private final PolicyStore store;
  private final Consumer<Policies> inForce;
  private final Clock clock;
  private final @Nullable PolicyFile file;
  private final ScheduledExecutorService worker =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("ratelimit-policies").unstarted(task));

  private PolicyStore.@Nullable Hints hints;
  private @Nullable PolicyChanges known;
  private @Nullable PolicyChanges kept;
  private Instant keptAt = Instant.EPOCH;
  private volatile Policies current;
  private volatile Instant confirmedAt;
  private volatile boolean stale;

  /// @param file where the last known policies are kept, or null for nowhere
  /// @param inForce told at once and at each change, on one thread after the other
  public PolicyFeed(
      Policies configured,
      PolicyStore store,
      @Nullable Path file,
      Clock clock,
      Consumer<Policies> inForce) {
    this.configured = configured;
    this.store = store;
    this.file = file == null ? null : new PolicyFile(file);
    this.clock = clock;
    this.inForce = inForce;
    this.current = configured;
    this.confirmedAt = clock.instant();
  }

  /// Applies what is known, asks the store once and goes on asking. Never fails for a store that
  /// is away.
  public void start(Duration every) {
    if (file != null) {
      file.read()
          .ifPresent(
              it -> {
                confirmedAt = it.confirmedAt();
                known = it.changes();
                current = configured.overlaid(it.changes());
              });
    }
    inForce.accept(current);
    hints = store.onChange(this::hint);
    refresh();
    var _ =
        worker.scheduleWithFixedDelay(
            this::refresh, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
  }

  public Policies current() {
    return current;
  }

  /// Time since the store last confirmed the policies in force: `policy_age_seconds`.
  public Duration age() {
    return Duration.between(confirmedAt, clock.instant());
  }

  @Override
  public void close() {
    if (hints != null) {
      hints.close();
    }
    worker.shutdownNow();
  }

  private void hint() {
    if (!worker.isShutdown()) {
      worker.execute(this::refresh);
    }
  }

  private synchronized void refresh() {
    try {
      apply(store.changes().toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException e) {
      unconfirmed("no answer");
    } catch (ExecutionException | RuntimeException e) {
      unconfirmed(String.valueOf(e.getMessage()));
    }
  }

  private void apply(PolicyChanges changes) {
    var before = known;
    if (before != null && changes.version() < before.version()) {
      log.warn("The store has lost policies: bringing back version {}", before.version());
      var _ = store.restore(before);
      return;
    }
    confirmedAt = clock.instant();
    if (stale) {
      stale = false;
      log.info("The policies are confirmed again");
    }
    if (before == null || changes.version() != before.version()) {
      current = configured.overlaid(changes);
      inForce.accept(current);
      known = changes;
      log.info("Policies in force: version {}", changes.version());
    }
    keep(changes);
  }

  /// At each change, and now and then so that its time says how old the knowledge is.
  private void keep(PolicyChanges changes) {
    var now = clock.instant();
    var before = kept;
    if (file != null
        && (before == null
            || changes.version() != before.version()
            || Duration.between(keptAt, now).compareTo(KEEP_EVERY) > 0)) {
      file.write(changes);
      kept = changes;
      keptAt = now;
    }
  }

  private void unconfirmed(String why) {
    if (!stale && age().compareTo(STALE) > 0) {
      stale = true;
      log.warn("The policies have not been confirmed for {}: {}", age(), why);
    }
  }
}
