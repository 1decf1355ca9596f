package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Membership;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.redis.Links;
import dev.plaza.ratelimit.redis.RedisAuthority;
import dev.plaza.ratelimit.redis.RedisLink;
import dev.plaza.ratelimit.redis.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.awaitility.Awaitility;

/// Some nodes with one Redis, each with a connection of its own.
final class Gateways implements AutoCloseable {

  /// Patient, so that a busy machine makes no test decide without Redis.
  static final LimiterSettings PATIENT = LimiterSettings.DEFAULTS.withBudget(Duration.ofSeconds(5));

  private final List<Limiter> limiters = new ArrayList<>();
  private final List<RedisLink> links = new ArrayList<>();

  private Gateways() {}

  static Gateways of(TestRedis redis, int count, Policy... policies) {
    return of(redis, count, PATIENT, policies);
  }

  static Gateways of(TestRedis redis, int count, LimiterSettings settings, Policy... policies) {
    var gateways = new Gateways();
    for (var i = 0; i < count; i++) {
      var link = Links.connected(RedisLink.to(redis.uri()));
      gateways.links.add(link);
      gateways.limiters.add(
          Limiter.with(new RedisAuthority(link))
              .members(nodes(count))
              .settings(settings)
              .policies(Policies.of(policies))
              .build());
    }
    return gateways;
  }

  static Membership nodes(int count) {
    return new Membership() {
      @Override
      public int nodes() {
        return count;
      }

      @Override
      public boolean settled() {
        return true;
      }
    };
  }

  Limiter get(int i) {
    return limiters.get(i);
  }

  Limiter any(int i) {
    return limiters.get(i % limiters.size());
  }

  Decision decide(Request request) {
    return limiters.getFirst().await(request);
  }

  /// How many of so many requests are admitted, one after the other.
  int admitted(int count, Request request) {
    var admitted = 0;
    for (var i = 0; i < count; i++) {
      admitted += any(i).await(request).admitted() ? 1 : 0;
    }
    return admitted;
  }

  /// How many of so many requests are admitted that start at the same moment.
  int admittedAtOnce(int count, IntFunction<Request> request) {
    var admitted = new AtomicInteger();
    var ready = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < count; i++) {
        var number = i;
        threads.execute(
            () -> {
              awaitUninterrupted(ready);
              if (any(number).await(request.apply(number)).admitted()) {
                admitted.incrementAndGet();
              }
            });
      }
      ready.countDown();
    }
    return admitted.get();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Keeps the threads that read answers from it.
  void keepReadersBusy(Duration time) {
    links.forEach(it -> Links.keepReadersBusy(it, time));
  }

  static void pass(Duration time) {
    Awaitility.await().atMost(time.plusSeconds(30)).pollDelay(time).until(() -> true);
  }

  static Request by(String user) {
    return Request.to("GET", "/r").ip("192.0.2.1").user(user).build();
  }

  @Override
  public void close() {
    limiters.forEach(Limiter::close);
    links.forEach(RedisLink::close);
  }
}
