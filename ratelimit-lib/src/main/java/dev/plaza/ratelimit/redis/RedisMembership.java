package dev.plaza.ratelimit.redis;

import dev.plaza.ratelimit.authority.Membership;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The nodes that decide, known by their heartbeats in Redis.
public final class RedisMembership implements Membership, AutoCloseable {

  private static final String KEY = "rl:nodes";
  private static final Script SCRIPT = Script.named("members.lua");

  /// Heartbeats after which this node no longer trusts the number it knows.
  private static final int STALE = 3;

  /// Heartbeats after which a node counts among those it knows, and a silent one no more: time for
  /// whoever does not know yet to stop trusting, and for the leases taken until then to end.
  private static final int SETTLED = 6;

  private final RedisLink link;
  private final Duration every;
  private final String node = UUID.randomUUID().toString();
  private final ScheduledExecutorService beats =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("ratelimit-heartbeat").unstarted(task));
  private volatile int nodes = 1;
  private volatile long heardAt;
  private volatile long memberSince;
  private volatile boolean heard;

  private RedisMembership(RedisLink link, Duration every) {
    this.link = link;
    this.every = every;
  }

  /// @param every between heartbeats; at least half of the life of a lease
  public static RedisMembership join(RedisLink link, Duration every) {
    var membership = new RedisMembership(link, every);
    var _ =
        membership.beats.scheduleWithFixedDelay(
            membership::beat, 0, every.toMillis(), TimeUnit.MILLISECONDS);
    return membership;
  }

  @Override
  public int nodes() {
    return nodes;
  }

  @Override
  public boolean settled() {
    var now = System.nanoTime();
    return heard
        && now - heardAt < every.toNanos() * STALE
        && now - memberSince > every.toNanos() * SETTLED;
  }

  private void beat() {
    try {
      var _ = call(Long.toString(every.toMillis())).whenComplete((count, _) -> heard(count));
    } catch (RuntimeException _) {
      // Not connected: the last known number stays.
    }
  }

  private CompletionStage<List<Object>> call(String aliveMs) {
    var goneMs = Long.toString(every.toMillis() * SETTLED);
    return SCRIPT.call(link.commands(), List.of(KEY), List.of(node, aliveMs, goneMs));
  }

  private void heard(@Nullable List<Object> count) {
    if (count == null) {
      return;
    }
    var now = System.nanoTime();
    if (!heard || now - heardAt > every.toNanos() * STALE) {
      memberSince = now;
    }
    nodes = Math.max(1, (int) (long) (Long) count.getFirst());
    heardAt = now;
    heard = true;
  }

  @Override
  public void close() {
    beats.shutdownNow();
    try {
      call("0")
          .toCompletableFuture()
          .completeOnTimeout(List.of(), 500, TimeUnit.MILLISECONDS)
          .join();
    } catch (RuntimeException _) {
      // It will be counted out by its silence.
    }
  }
}
