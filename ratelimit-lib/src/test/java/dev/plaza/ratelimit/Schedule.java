package dev.plaza.ratelimit;

import dev.plaza.ratelimit.policy.OnStoreFailure;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import java.time.Duration;
import java.util.Random;

/// One hostile life of a few nodes and their authority, all of it from a seed.
final class Schedule {

  enum Kind {
    /// Nothing may be added to B.
    STRICT,
    /// What nodes hold may be added.
    LEASED,
    /// Closed like the others, under two policies at once.
    TWO_POLICIES,
    /// Goes on in outages.
    OPEN
  }

  final Random random;
  final Kind kind;
  final int nodes;
  final double perSecond;
  final long burst;
  final long cost;
  final long durationMillis;
  final double pressure;
  final int keys;
  final boolean faults;

  Schedule(long seed) {
    // Neighbouring seeds of this generator begin alike.
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.kind = Kind.values()[random.nextInt(Kind.values().length)];
    this.nodes = 1 + random.nextInt(5);
    this.perSecond = new double[] {0.5, 2, 10, 50, 200, 1000}[random.nextInt(6)];
    var seconds = new double[] {1, 1, 2, 5}[random.nextInt(4)];
    this.cost = random.nextInt(4) == 0 ? 2 : 1;
    this.burst = Math.max(cost, (long) Math.ceil(perSecond * seconds)) + random.nextInt(4);
    this.pressure = new double[] {0.3, 1, 1, 4, 20}[random.nextInt(5)];
    this.keys = random.nextInt(3) == 0 ? 2 : 1;
    this.faults = random.nextInt(10) != 0;
    var wanted = 400 / (perSecond * pressure);
    this.durationMillis = (long) Math.clamp(wanted * 1000, 300, 30_000);
  }

  Policies policies() {
    var first = policy("first", perSecond, burst);
    return kind == Kind.TWO_POLICIES
        ? Policies.of(first, policy("second", perSecond * 2, burst * 2))
        : Policies.of(first);
  }

  private Policy policy(String id, double perSecond, long burst) {
    var builder =
        Policy.named(id)
            .rate(perSecond, Duration.ofSeconds(1))
            .burst(burst)
            .cost(cost)
            .onStoreFailure(kind == Kind.OPEN ? OnStoreFailure.OPEN : OnStoreFailure.CLOSED);
    return kind == Kind.STRICT ? builder.strict().build() : builder.build();
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /// From nothing to the given time, small ones more often.
  long upTo(long nanos) {
    return (long) (Math.pow(random.nextDouble(), 3) * nanos);
  }

  @Override
  public String toString() {
    return "%s, %d nodes, %s/s burst %d cost %d, pressure %s, %d ms%s"
        .formatted(
            kind,
            nodes,
            perSecond,
            burst,
            cost,
            pressure,
            durationMillis,
            faults ? ", faults" : "");
  }
}
