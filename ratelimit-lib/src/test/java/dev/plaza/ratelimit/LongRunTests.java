package dev.plaza.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plaza.ratelimit.authority.Authority;
import dev.plaza.ratelimit.authority.Demand;
import dev.plaza.ratelimit.authority.MemoryAuthority;
import dev.plaza.ratelimit.authority.Reply;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.PolicyBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/// What leases cost and save in the long run, beside a central bucket under the same load. Four
/// nodes, 1,000 tokens a second, 500 µs to the authority and back.
class LongRunTests {

  private static final long MILLI = 1_000_000;
  private static final int NODES = 4;
  private static final Duration SECOND = Duration.ofSeconds(1);

  /// Few buckets, so that walking over them for days takes no time.
  private static final LimiterSettings SMALL = LimiterSettings.DEFAULTS.withKeysMax(16, SECOND);

  /// A load: how many requests a second at a time, and at which node the next one is.
  private interface Load {
    double perSecond(double second);

    int node(Random random, int number);
  }

  private record Result(double admitted, double central, double asksPerDecision, double highest) {
    double efficiency() {
      return admitted / central;
    }
  }

  private static final class Wire implements Authority {
    final VirtualTime time;
    final MemoryAuthority far;
    long asks;

    Wire(VirtualTime time) {
      this.time = time;
      this.far = new MemoryAuthority(time::epochMicros);
    }

    @Override
    public CompletionStage<Reply> ask(List<Demand> group) {
      var reply = new CompletableFuture<Reply>();
      asks++;
      time.after(
          MILLI / 4,
          () -> {
            var answer = far.decide(group, time.epochMicros());
            time.after(MILLI / 4, () -> reply.complete(answer));
          });
      return reply;
    }
  }

  private static Result run(PolicyBuilder builder, Load load, int seconds) {
    var policy = builder.build();
    var time = new VirtualTime();
    var wire = new Wire(time);
    var nodes = new ArrayList<Limiter>();
    for (var i = 0; i < NODES; i++) {
      nodes.add(
          Limiter.with(wire)
              .members(Gateways.nodes(NODES))
              .timing(time)
              .settings(SMALL)
              .policies(Policies.of(policy))
              .build());
    }
    var random = new Random(7);
    var curve = new ArrivalCurve(1000);
    var central = new MemoryAuthority(time::epochMicros);
    var centralLimiter =
        Limiter.with(central)
            .timing(time)
            .settings(SMALL)
            .policies(Policies.of(Policy.named("c").rate(1000, SECOND).burst(1000).build()))
            .build();
    var request = Request.to("GET", "/r").user("u").build();
    var same = Request.to("GET", "/r").user("u").build();
    var decisions = 0;
    double centrally = 0;
    var began = time.nanos();
    var end = began + seconds * 1000 * MILLI;
    while (time.nanos() < end) {
      var limiter = nodes.get(load.node(random, decisions++));
      var _ =
          limiter
              .decide(request)
              .whenComplete(
                  (decision, _) -> {
                    if (decision.admitted()) {
                      curve.admit(time.epochMicros(), 1);
                    }
                  });
      centrally += centralLimiter.await(same).admitted() ? 1 : 0;
      var gap = 1e9 / load.perSecond((time.nanos() - began) / 1e9);
      time.pass((long) (gap * -Math.log(1 - random.nextDouble())));
    }
    time.passMillis(10);
    return new Result(curve.admitted(), centrally, (double) wire.asks / decisions, curve.highest());
  }

  private static Load steady(double perSecond) {
    return new Load() {
      @Override
      public double perSecond(double second) {
        return perSecond;
      }

      @Override
      public int node(Random random, int number) {
        return random.nextInt(NODES);
      }
    };
  }

  private static PolicyBuilder policy() {
    return Policy.named("p").rate(1000, SECOND).burst(1000);
  }

  @Test
  void costsNextToNothingUnderSteadyOverload() {
    var result = run(policy(), steady(4000), 60);

    assertThat(result.efficiency()).isBetween(0.98, 1.01);
    assertThat(result.asksPerDecision()).isLessThan(0.02);
    assertThat(result.highest()).isLessThanOrEqualTo(1000 + 4 * 83);
  }

  @Test
  void admitsWhatTheRateAllowsWithoutOverload() {
    var result = run(policy(), steady(950), 60);

    assertThat(result.efficiency()).isGreaterThan(0.999);
    assertThat(result.asksPerDecision()).isLessThan(0.06);
  }

  @Test
  void keepsTheBoundWhenAFloodFollowsSilence() {
    var flood =
        new Load() {
          @Override
          public double perSecond(double second) {
            return second < 10 ? 5 : 50_000;
          }

          @Override
          public int node(Random random, int number) {
            return random.nextInt(NODES);
          }
        };
    var result = run(policy(), flood, 14);

    assertThat(result.efficiency()).isGreaterThan(0.95);
    assertThat(result.asksPerDecision()).isLessThan(0.02);
    assertThat(result.highest()).isLessThanOrEqualTo(1000 + 4 * 83);
  }

  @Test
  void isFairToASkewedLoad() {
    var skewed =
        new Load() {
          @Override
          public double perSecond(double second) {
            return 1000;
          }

          @Override
          public int node(Random random, int number) {
            return random.nextInt(10) == 0 ? 1 + random.nextInt(3) : 0;
          }
        };
    var result = run(policy(), skewed, 60);

    assertThat(result.efficiency()).isGreaterThan(0.98);
    assertThat(result.asksPerDecision()).isLessThan(0.1);
  }

  @Test
  void isFairToAClientThatHopsFromNodeToNode() {
    var hopping =
        new Load() {
          @Override
          public double perSecond(double second) {
            return 4000;
          }

          @Override
          public int node(Random random, int number) {
            return number % NODES;
          }
        };
    assertThat(run(policy(), hopping, 60).efficiency()).isBetween(0.98, 1.01);
  }

  @Test
  void addsNothingInStrictMode() {
    for (var perSecond : new double[] {500, 1000, 4000, 20_000}) {
      var result = run(policy().strict(), steady(perSecond), 20);

      assertThat(result.highest()).isLessThanOrEqualTo(1000);
      assertThat(result.efficiency()).as("%s/s", perSecond).isGreaterThan(0.95);
      assertThat(result.asksPerDecision()).isLessThan(0.1);
    }
  }

  /// R49: no drift in a day.
  @Test
  void admitsTheRateForADay() {
    var time = new VirtualTime();
    var limiter =
        Limiter.with(new MemoryAuthority(time::epochMicros))
            .timing(time)
            .settings(SMALL)
            .policies(Policies.of(Policy.named("p").rate(3, SECOND).burst(3).build()))
            .build();
    var request = Request.to("GET", "/r").user("u").build();
    long admitted = 0;
    for (var i = 0; i < 5 * 86_400; i++) {
      admitted += limiter.await(request).admitted() ? 1 : 0;
      time.passMillis(200);
    }
    assertThat(admitted / (3 * 86_400.0)).isCloseTo(1, within(0.001));
  }

  /// R42: after a year and more a bucket is full, not overflown.
  @Test
  void isFullAfterFourHundredDays() {
    var time = new VirtualTime();
    var limiter =
        Limiter.with(new MemoryAuthority(time::epochMicros))
            .timing(time)
            .settings(SMALL)
            .policies(
                Policies.of(
                    Policy.named("p").rate(1_000_000_000, SECOND).burst(1_000_000_000).build()))
            .build();
    var all = Request.to("GET", "/r").user("u").units(1_000_000).build();
    for (var i = 0; i < 3; i++) {
      assertThat(limiter.await(all).admitted()).isTrue();
      time.leap(400L * 86_400_000 * MILLI);
      var peek = limiter.await(Request.to("GET", "/r").user("u").units(0).build());
      assertThat(peek.standings().getFirst().remaining()).isEqualTo(1_000_000_000);
    }
  }
}
