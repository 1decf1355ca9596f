package dev.plaza.quota.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.quota.log.FileStorage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One shard with its real thread and real files.
class ShardTests {

  @TempDir Path root;

  private final ConcurrentHashMap<String, OfferRules> book = new ConcurrentHashMap<>();
  private final MemoryAuthority authority = new MemoryAuthority();

  @Test
  void sellsExactlyTheLimitAndRemembersItAfterRestart() {
    offer("o", 1000L);
    var first = new ArrayList<Answer>();
    try (Shard shard = open(1)) {
      var pending = new ArrayList<CompletableFuture<List<Answer>>>();
      for (int at = 0; at < 1500; at++) {
        pending.add(shard.submit(List.of(redeem(at))));
      }
      pending.forEach(it -> first.addAll(it.join()));
      assertThat(first.stream().filter(Answer.Done.class::isInstance)).hasSize(1000);
      assertThat(shard.read(1, 5000)).hasSizeGreaterThan(1000);
    }
    try (Shard shard = open(2)) {
      Answer again = shard.submit(List.of(redeem(3))).join().getFirst();
      assertThat(again).isInstanceOf(Answer.Done.class);
      assertThat(shard.offer("o").join().confirmed()).isEqualTo(1000);
    }
  }

  /// Whoever hands something in may do the work himself, also while another closes the shard.
  @Test
  void answersEverybodyOnceAlsoWhileItIsClosed() {
    offer("o", null);
    var pending = new ConcurrentLinkedQueue<CompletableFuture<List<Answer>>>();
    var handedIn = new AtomicInteger();
    var closed = new AtomicBoolean();
    Shard shard = open(1);
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (int thread = 0; thread < 8; thread++) {
        threads.execute(
            () -> {
              while (!closed.get()) {
                pending.add(shard.submit(List.of(redeem(handedIn.incrementAndGet()))));
              }
            });
      }
      await().until(() -> handedIn.get() > 20_000);
      shard.close();
      int before = handedIn.get();
      await().until(() -> handedIn.get() > before + 100);
      closed.set(true);
    }
    CompletableFuture.allOf(pending.toArray(CompletableFuture[]::new))
        .orTimeout(10, TimeUnit.SECONDS)
        .join();

    long done = pending.stream().filter(it -> it.join().getFirst() instanceof Answer.Done).count();
    assertThat(done).isBetween(10_000L, (long) pending.size() - 100);
    try (Shard next = open(2)) {
      assertThat(next.offer("o").join().confirmed()).isEqualTo(done);
    }
  }

  private void offer(String id, @Nullable Long limit) {
    var rules =
        new OfferRules(
            id, 1, limit, null, null, Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"), true);
    book.put(id, rules);
    authority.limit(rules);
  }

  private Command redeem(int at) {
    return Command.Spend.redeem(
        new UUID(7, at), "o", new UUID(1, at).toString(), new UUID(2, at).toString(), 1, 0);
  }

  private Shard open(long epoch) {
    var around =
        new ShardEnvironment(
            new FileStorage(root),
            authority,
            book::get,
            new GuidIndex(),
            InstantSource.system(),
            System::nanoTime);
    authority.epoch(0, epoch);
    Shard shard = Shard.open(0, epoch, around, ShardSettings.of(1));
    shard.leaseUntil(System.nanoTime() + Duration.ofHours(1).toNanos());
    return shard;
  }
}
