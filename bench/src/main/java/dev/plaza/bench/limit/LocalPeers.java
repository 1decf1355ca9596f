package dev.plaza.bench.limit;

import dev.plaza.bench.limit.Contender.Allowance;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// Limiters that know one process only. They find a key's bucket by its text, as a gateway must.
final class LocalPeers {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private LocalPeers() {}

  static Contender bucket4j(String[] keys, Allowance allowance) {
    return byKey("Bucket4j, local", keys, _ -> bucket(allowance), Bucket::tryConsume);
  }

  static Contender resilience4j(String[] keys, Allowance allowance) {
    return byKey(
        "resilience4j, local",
        keys,
        key -> limiter(key, allowance),
        (limiter, _) -> limiter.acquirePermission());
  }

  @FunctionalInterface
  private interface Take<L> {
    boolean from(L limiter, long tokens);
  }

  private static <L> Contender byKey(
      String name, String[] keys, Function<String, L> making, Take<L> take) {
    var limiters = new ConcurrentHashMap<String, L>();
    return new Contender(
        name,
        (_, key) -> {
          L limiter = limiters.get(keys[key]);
          return take.from(
              limiter == null ? limiters.computeIfAbsent(keys[key], making) : limiter, 1);
        },
        () -> {},
        List.of());
  }

  private static Bucket bucket(Allowance allowance) {
    return Bucket.builder()
        .addLimit(it -> it.capacity(allowance.burst()).refillGreedy(allowance.rate(), SECOND))
        .build();
  }

  private static RateLimiter limiter(String key, Allowance allowance) {
    return RateLimiter.of(
        key,
        RateLimiterConfig.custom()
            .limitForPeriod((int) Math.min(Integer.MAX_VALUE, allowance.rate()))
            .limitRefreshPeriod(SECOND)
            .timeoutDuration(Duration.ZERO)
            .build());
  }
}
