package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Authority;
import dev.plaza.ratelimit.authority.Membership;
import java.time.Duration;

/// The way to one authority: how long to wait for it, how much to fetch at once, and whether it
/// answers at all.
final class Lane {

  final Authority authority;
  final Membership members;
  final Breaker breaker;
  final UnderWay underWay;
  final long budgetNanos;
  final long closedBudgetNanos;
  final long leaseSpanNanos;
  final long leaseLifeNanos;
  final long plentyLifeNanos;
  final long askLifeNanos;

  /// A question that is found unanswered so much later than it should have been says more about
  /// this node than about the authority.
  final long stallNanos;

  final long coolDownMaxNanos;
  private final Timing timing;
  private volatile long aheadMicros;

  Lane(
      Authority authority,
      Membership members,
      Timing timing,
      LimiterSettings settings,
      Duration budget,
      Duration leaseSpan,
      Runnable onRecovery) {
    this.authority = authority;
    this.members = members;
    this.timing = timing;
    this.budgetNanos = budget.toNanos();
    this.closedBudgetNanos = Math.max(budgetNanos, settings.closedBudget().toNanos());
    this.leaseSpanNanos = leaseSpan.toNanos();
    this.leaseLifeNanos = Math.max(settings.leaseLife().toNanos(), 2 * leaseSpanNanos);
    this.plentyLifeNanos = Math.max(settings.plentyLife().toNanos(), leaseLifeNanos);
    // Nobody may wait for a question longer than it lives.
    this.askLifeNanos =
        Math.max(Math.max(settings.askLife().toNanos(), 2 * budgetNanos), closedBudgetNanos);
    this.stallNanos = askLifeNanos / 4;
    this.breaker = new Breaker(authority, timing, settings, askLifeNanos, onRecovery);
    this.underWay = new UnderWay(authority, timing, askLifeNanos);
    this.coolDownMaxNanos = Math.max(settings.coolDownMax().toNanos(), 2 * leaseSpanNanos);
    this.aheadMicros = timing.epochMicros() - timing.nanos() / 1000;
  }

  /// The authority's time, as of its last answer: what a calendar window is chosen by.
  long epochMicros() {
    return timing.nanos() / 1000 + aheadMicros;
  }

  void heardOf(long authorityMicros) {
    aheadMicros = authorityMicros - timing.nanos() / 1000;
  }
}
