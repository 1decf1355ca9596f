package dev.plaza.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.ratelimit.policy.Condition;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.PolicyChanges;
import dev.plaza.ratelimit.policy.PolicyFeed;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What the store changes, and what it leaves as it is.
class RedisPolicyStoreIT {

  private static final Policy POLICY =
      Policy.named("p").rate(3, Duration.ofHours(1)).burst(3).build();

  /// Of those who saw the same version, one replaces it, and nobody makes or unmakes it beside.
  @Test
  void changesAStoredPolicyOnlyAsExpected() {
    try (var redis = TestRedis.start();
        var link = Links.connected(RedisLink.to(redis.uri()))) {
      onlyAsExpected(new RedisPolicyStore(link));
    }
  }

  private static void onlyAsExpected(RedisPolicyStore store) {
    assertThat(changed(store, Condition.exists(false))).isFalse();
    assertThat(changed(store, Condition.version(0, false))).isFalse();
    assertThat(changed(store, Condition.absent(true))).isFalse();
    assertThat(store.changes().toCompletableFuture().join()).isEqualTo(PolicyChanges.NONE);

    assertThat(changed(store, Condition.version(0, true))).isTrue();
    assertThat(changed(store, Condition.version(0, true))).isFalse();
    assertThat(changed(store, Condition.absent(false))).isFalse();
    assertThat(changed(store, Condition.exists(false))).isTrue();
    assertThat(changed(store, Condition.version(1, false))).isFalse();

    var seen = Condition.version(2, false);
    var tries = IntStream.range(0, 20).mapToObj(_ -> store.put(POLICY, seen)).toList();
    assertThat(tries.stream().filter(RedisPolicyStoreIT::met)).hasSize(1);

    assertThat(met(store.delete("p", seen))).isFalse();
    assertThat(met(store.delete("p", Condition.version(3, true)))).isTrue();
    assertThat(met(store.delete("p", Condition.exists(true)))).isFalse();
    assertThat(changed(store, Condition.version(0, true))).isFalse();
    assertThat(changed(store, Condition.absent(true))).isTrue();
    assertThat(store.changes().toCompletableFuture().join().version()).isEqualTo(5);
  }

  /// Whoever wants no hints any more leaves nothing behind at the server.
  @Test
  void unsubscribesWhoeverListensNoMore() {
    try (var redis = TestRedis.start();
        var link = Links.connected(RedisLink.to(redis.uri()))) {
      var store = new RedisPolicyStore(link);
      var feed = new PolicyFeed(Policies.of(), store, null, Clock.systemUTC(), _ -> {});
      feed.start(Duration.ofMinutes(1));
      await().until(() -> subscribers(link) == 1);

      feed.close();

      await().until(() -> subscribers(link) == 0);
    }
  }

  private static long subscribers(RedisLink link) {
    var channel = "rl:policies:changed";
    var counts = link.commands().pubsubNumsub(channel).toCompletableFuture().join();
    return counts.getOrDefault(channel, 0L);
  }

  private static boolean changed(RedisPolicyStore store, Condition condition) {
    return met(store.put(POLICY, condition));
  }

  private static boolean met(CompletionStage<?> change) {
    return change
        .handle(
            (_, failure) -> {
              if (failure != null) {
                assertThat(failure).hasRootCauseInstanceOf(Condition.NotMet.class);
              }
              return failure == null;
            })
        .toCompletableFuture()
        .join();
  }
}
