package dev.plaza.bench.limit;

import dev.plaza.bench.limit.Contender.Allowance;
import dev.plaza.ratelimit.Limiter;
import dev.plaza.ratelimit.LimiterSettings;
import dev.plaza.ratelimit.Request;
import dev.plaza.ratelimit.policy.KeyBy;
import dev.plaza.ratelimit.policy.OnStoreFailure;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.redis.RedisAuthority;
import dev.plaza.ratelimit.redis.RedisLink;
import dev.plaza.ratelimit.redis.RedisMembership;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The limiter of this project, as its gateway uses it.
final class PlazaLimiters {

  private static final Duration HEARTBEAT = Duration.ofSeconds(1);
  private static final Duration BUDGET = Duration.ofMillis(5);
  private static final Duration CLOSED_BUDGET = Duration.ofMillis(200);
  private static final Duration SETTLING = Duration.ofSeconds(7);

  private PlazaLimiters() {}

  /// Requests that were made before: what deciding costs.
  static Contender kept(String url, int nodes, String[] keys, Allowance allowance) {
    var requests = new Request[keys.length];
    for (int i = 0; i < keys.length; i++) {
      requests[i] = request(keys[i]);
    }
    return limiters("Plaza", url, nodes, allowance, false, key -> requests[key]);
  }

  /// Requests that are made from text each time, as a gateway does it.
  static Contender made(String url, int nodes, String[] keys, Allowance allowance) {
    return limiters("Plaza, key from text", url, nodes, allowance, false, it -> request(keys[it]));
  }

  static Contender strict(String url, int nodes, String[] keys, Allowance allowance) {
    return limiters("Plaza, strict", url, nodes, allowance, true, it -> request(keys[it]));
  }

  private static Request request(String user) {
    return Request.to("GET", "bench").user(user).build();
  }

  @FunctionalInterface
  private interface Requests {
    Request of(int key);
  }

  private static Contender limiters(
      String name, String url, int nodes, Allowance allowance, boolean strict, Requests requests) {
    var policy =
        Policy.named(strict ? "strict" : "plain")
            .key(KeyBy.USER)
            .rate(allowance.rate(), Duration.ofSeconds(1))
            .burst(allowance.burst())
            // Threads that spin keep answers from being read in time; to go on alone then, as an
            // open policy does, would be measured as excess.
            .onStoreFailure(OnStoreFailure.CLOSED);
    var policies = Policies.of((strict ? policy.strict() : policy).build());
    var closing = new ArrayList<AutoCloseable>();
    var limiters = new ArrayList<Limiter>();
    for (int i = 0; i < nodes; i++) {
      var link = RedisLink.to(url);
      var members = RedisMembership.join(link, HEARTBEAT);
      var limiter =
          Limiter.with(new RedisAuthority(link))
              .members(members)
              .settings(LimiterSettings.DEFAULTS.withBudgets(BUDGET, CLOSED_BUDGET))
              .policies(policies)
              .build();
      limiters.add(limiter);
      closing.addFirst(link);
      closing.addFirst(members);
      closing.addFirst(limiter);
    }
    // Until each has heard of the others and trusts it.
    Load.pause(SETTLING);
    return new Contender(
        name,
        (node, key) -> limiters.get(node).await(requests.of(key)).admitted(),
        () -> closeAll(closing),
        List.of("evalsha", "eval"));
  }

  private static void closeAll(List<AutoCloseable> all) {
    for (var it : all) {
      try {
        it.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
