package dev.plaza.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.authority.Membership;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.Quota;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// R07: what is said of a bucket whose authority was never heard, in virtual time.
class AloneTests {

  private static final Policy RATE =
      Policy.named("p").rate(1, Duration.ofHours(1)).burst(6).build();
  private static final Policy QUOTA =
      Policy.named("p").quota(6, Quota.Window.DAY, ZoneOffset.UTC).build();

  private record Several(int nodes) implements Membership {
    @Override
    public boolean settled() {
      return true;
    }
  }

  private final VirtualTime time = new VirtualTime();

  private Limiter limiter(Policy policy, int nodes) {
    return Limiter.with(_ -> CompletableFuture.failedStage(new IllegalStateException("away")))
        .timing(time)
        .members(new Several(nodes))
        .policies(Policies.of(policy))
        .build();
  }

  /// What is left goes down to nothing, and whoever is refused is not told that there is more.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void saysWhatIsLeftOfItsPart(int nodes) {
    for (var policy : List.of(RATE, QUOTA)) {
      var limiter = limiter(policy, nodes);
      var left = new ArrayList<Long>();
      Decision decision;
      do {
        time.pass(1_000_000);
        var request = Request.to("GET", "/r").user("a").build();
        decision = limiter.decide(request).toCompletableFuture().join();
        assertThat(decision.degraded()).isTrue();
        left.add(decision.standings().getFirst().remaining());
      } while (decision.admitted());

      var part = 6L / nodes;
      assertThat(left).as("%s", policy).hasSize((int) part + 1).endsWith(0L, 0L);
      assertThat(left.getFirst()).isEqualTo(part - 1);
    }
  }
}
