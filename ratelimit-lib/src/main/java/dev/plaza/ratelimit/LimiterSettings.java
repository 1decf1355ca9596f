package dev.plaza.ratelimit;

import java.time.Duration;

/// The knobs of a limiter. The defaults are for a gateway beside its Redis.
///
/// @param budget how long a decision may wait for the authority
/// @param closedBudget the same for policies that are closed or strict: to wait longer is better
///     than to refuse, or to admit what nobody counted. A breaker that is open ends all waiting
/// @param remoteBudget the same for an authority in another region
/// @param leaseSpan a lease covers the demand of so much time; see README, "Leases"
/// @param leaseLife how long tokens are kept unspent before they go back
/// @param plentyLife the same for tokens that are few beside what is left: nobody misses them
/// @param askLife how long an unanswered question blocks the next for the same key; then it counts
///     as a failure
/// @param coolDownMax the longest wait of a node after it got less than it wanted
/// @param failuresMax failures in a row that open the breaker
/// @param probeEvery how often an open breaker tries the authority
/// @param keysMax buckets kept in memory
/// @param idleMin how long a bucket must have been idle to make room for another
/// @param overflowKeys buckets shared by the keys that found no room, for each policy
public record LimiterSettings(
    Duration budget,
    Duration closedBudget,
    Duration remoteBudget,
    Duration leaseSpan,
    Duration leaseLife,
    Duration plentyLife,
    Duration askLife,
    Duration coolDownMax,
    int failuresMax,
    Duration probeEvery,
    int keysMax,
    Duration idleMin,
    int overflowKeys) {

  public static final LimiterSettings DEFAULTS =
      new LimiterSettings(
          Duration.ofMillis(5),
          Duration.ofMillis(250),
          Duration.ofMillis(500),
          Duration.ofMillis(50),
          Duration.ofSeconds(2),
          Duration.ofSeconds(30),
          Duration.ofMillis(250),
          Duration.ofMillis(100),
          5,
          Duration.ofMillis(250),
          100_000,
          Duration.ofSeconds(1),
          64);

  public LimiterSettings {
    if (keysMax < 16 || overflowKeys < 1 || failuresMax < 1) {
      throw new IllegalArgumentException("keysMax >= 16, overflowKeys and failuresMax >= 1");
    }
    if (closedBudget.compareTo(budget) < 0) {
      throw new IllegalArgumentException("closedBudget not below budget");
    }
    if (!budget.isPositive() || !leaseSpan.isPositive() || !leaseLife.isPositive()) {
      throw new IllegalArgumentException("budget, leaseSpan and leaseLife above 0");
    }
  }

  public LimiterSettings withBudget(Duration budget) {
    return withBudgets(budget, budget);
  }

  public LimiterSettings withBudgets(Duration budget, Duration closedBudget) {
    return new LimiterSettings(
        budget,
        closedBudget,
        remoteBudget,
        leaseSpan,
        leaseLife,
        plentyLife,
        askLife,
        coolDownMax,
        failuresMax,
        probeEvery,
        keysMax,
        idleMin,
        overflowKeys);
  }

  public LimiterSettings withKeysMax(int keysMax, Duration idleMin) {
    return new LimiterSettings(
        budget,
        closedBudget,
        remoteBudget,
        leaseSpan,
        leaseLife,
        plentyLife,
        askLife,
        coolDownMax,
        failuresMax,
        probeEvery,
        keysMax,
        idleMin,
        overflowKeys);
  }

  public LimiterSettings withLease(Duration leaseSpan, Duration leaseLife) {
    return new LimiterSettings(
        budget,
        closedBudget,
        remoteBudget,
        leaseSpan,
        leaseLife,
        plentyLife,
        askLife,
        coolDownMax,
        failuresMax,
        probeEvery,
        keysMax,
        idleMin,
        overflowKeys);
  }
}
