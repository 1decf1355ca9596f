package dev.plaza.ratelimit.authority;

import dev.plaza.ratelimit.authority.MemoryAuthority.Epoch;
import org.jspecify.annotations.Nullable;

/// A bucket at a pace: its TAT, and the latest time it was calculated at. Mirrors the functions of
/// `acquire.lua` one by one; change both or neither.
final class PaceState implements State {

  private final Pace pace;
  private final long now;

  /// The authority's clock, but never before the last time this bucket saw: a clock that steps
  /// back would otherwise refill the same time twice.
  private final long effective;

  private long tat;
  private long rest;
  private long expiresAt;
  private boolean changed;

  private PaceState(Pace pace, long now, long effective, long tat, long rest) {
    this.pace = pace;
    this.now = now;
    this.effective = effective;
    this.tat = tat;
    this.rest = rest;
    clamp();
  }

  static PaceState at(long now, Pace pace, @Nullable PaceState stored, Epoch epoch) {
    if (stored == null) {
      var debt = epoch.cold() ? epoch.createdMicros() + pace.tolerance() - pace.cold() - now : 0;
      return new PaceState(pace, now, now, now + Math.max(0, debt), 0);
    }
    var effective = Math.max(now, stored.effective);
    if (stored.pace.period() == pace.period() && stored.pace.parts() == pace.parts()) {
      return new PaceState(pace, now, effective, stored.tat, stored.rest);
    }
    return new PaceState(pace, now, effective, effective + rescaled(stored, pace, effective), 0);
  }

  /// The debt in time after a change of rate. A new policy keeps the tokens that are used, so that
  /// raising a limit helps at once; a moved share keeps the tokens that are left, so that a move
  /// never makes any.
  private static long rescaled(PaceState stored, Pace pace, long effective) {
    var debt = Math.max(0, stored.tat - effective + (double) stored.rest / stored.pace.parts());
    var ratio = pace.microsPerToken() / stored.pace.microsPerToken();
    if (pace.share() < 0) {
      return (long) Math.ceil(debt * ratio);
    }
    var left = Math.max(0, stored.pace.tolerance() - debt);
    return (long) Math.ceil(Math.max(0, pace.tolerance() - left * ratio));
  }

  /// Between empty (TAT = now + tolerance) and full (TAT = now).
  private void clamp() {
    if (tat < effective) {
      tat = effective;
      rest = 0;
    }
    var ahead = tat - effective;
    if (ahead > pace.tolerance() || (ahead == pace.tolerance() && rest > pace.toleranceRest())) {
      tat = effective + pace.tolerance();
      rest = pace.toleranceRest();
    }
  }

  private void move(long tokens) {
    var whole = pace.wholeOf(Math.abs(tokens));
    var parts = pace.restOf(Math.abs(tokens));
    if (tokens >= 0) {
      tat += whole + (rest + parts) / pace.parts();
      rest = (rest + parts) % pace.parts();
    } else {
      var borrow = rest < parts ? 1 : 0;
      tat -= whole + borrow;
      rest += borrow * pace.parts() - parts;
    }
  }

  void settle(long spent, long giveBack) {
    if (spent > 0) {
      move(Math.min(spent, pace.burst()));
      clamp();
    }
    if (giveBack > 0) {
      move(-Math.min(giveBack, pace.burst()));
      clamp();
    }
    changed = spent > 0 || giveBack > 0;
  }

  @Override
  public long available() {
    var micros = effective + pace.tolerance() - tat;
    var parts = pace.toleranceRest() - rest;
    return parts < 0
        ? pace.tokensIn(micros - 1, parts + pace.parts())
        : pace.tokensIn(micros, parts);
  }

  @Override
  public Verdict verdict(Demand demand) {
    if (demand.need() > pace.burst()) {
      return Verdict.NEVER;
    }
    return demand.need() > available() ? Verdict.SHORT : Verdict.GRANTED;
  }

  @Override
  public boolean take(long tokens) {
    if (tokens > 0) {
      move(tokens);
    }
    expiresAt = now + (tat + (rest > 0 ? 1 : 0) - now + 999) / 1000 * 1000 + 1000;
    return tokens > 0;
  }

  @Override
  public boolean changed() {
    return changed;
  }

  boolean isFull() {
    return tat <= effective && rest == 0;
  }

  boolean expired(long now) {
    return now > expiresAt;
  }

  @Override
  public Reply.Line line(Verdict verdict, long granted, long need) {
    var retry =
        switch (verdict) {
          case NEVER -> -1;
          case SHORT -> retryMicros(need);
          case GRANTED, HELD_BACK, STALE_SPAN, STALE_SHARE -> 0;
        };
    var full = tat + (rest > 0 ? 1 : 0) - now;
    return new Reply.Line(verdict, granted, available(), retry, full, pace.share());
  }

  /// TAT + need · T − tolerance − now, rounded up.
  private long retryMicros(long need) {
    var parts = rest + pace.restOf(need) - pace.toleranceRest();
    return tat + pace.wholeOf(need) - pace.tolerance() - now + Math.ceilDiv(parts, pace.parts());
  }
}
