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

  /// What was granted and may be unspent, and what of it lives briefly only; none without reserve.
  private Outstanding held;

  private Outstanding brief;
  private long expiresAt;
  private boolean changed;

  private PaceState(
      Pace pace, long now, long effective, long tat, long rest, @Nullable PaceState stored) {
    this.pace = pace;
    this.now = now;
    this.effective = effective;
    this.tat = tat;
    this.rest = rest;
    var before = pace.reserve().isKept() ? stored : null;
    this.held = before == null ? Outstanding.NONE : before.held;
    this.brief = before == null ? Outstanding.NONE : before.brief;
    passUntil(effective);
    clamp();
  }

  static PaceState at(long now, Pace pace, @Nullable PaceState stored, Epoch epoch) {
    if (stored == null) {
      var debt = epoch.cold() ? epoch.createdMicros() + pace.tolerance() - pace.cold() - now : 0;
      return new PaceState(pace, now, now, now + Math.max(0, debt), 0, null);
    }
    var effective = Math.max(now, stored.effective);
    if (stored.pace.period() == pace.period() && stored.pace.parts() == pace.parts()) {
      return new PaceState(pace, now, effective, stored.tat, stored.rest, stored);
    }
    var debt = rescaled(stored, pace, effective);
    return new PaceState(pace, now, effective, effective + debt, 0, stored);
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

  /// Tokens that nodes may hold: all that was granted in their lives, but never more than the
  /// reserve and what lives briefly beyond it. Rises with each grant by just what is granted.
  private long outstanding() {
    return Math.min(held.tokens(), pace.reserve().tokens() + brief.tokens());
  }

  /// Refills no further than to a burst less what is outstanding at that time.
  private void pin(long time) {
    var tokens = outstanding();
    var full = time + pace.wholeOf(tokens);
    var parts = pace.restOf(tokens);
    if (tat < full || (tat == full && rest < parts)) {
      tat = full;
      rest = parts;
    }
  }

  private long nextDrop() {
    return Math.min(held.nextDrop(), brief.nextDrop());
  }

  /// As if somebody had looked all the time: between two drops the last moment holds back most.
  private void passUntil(long time) {
    for (var drop = nextDrop(); drop <= time; drop = nextDrop()) {
      pin(drop);
      held = held.at(drop);
      brief = brief.at(drop);
    }
  }

  /// Between empty (TAT = now + tolerance) and full (TAT = now), less what is outstanding.
  private void clamp() {
    pin(effective);
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
      reserve(tokens);
    }
    expiresAt = now + (wholeTat(later(Outstanding.NEVER - 1)) - now + 999) / 1000 * 1000 + 1000;
    return tokens > 0;
  }

  private void reserve(long tokens) {
    var reserve = pace.reserve();
    if (reserve.isKept()) {
      held = held.grant(tokens, effective, reserve.lifeMicros());
    }
    if (reserve.briefMicros() > 0) {
      brief = brief.grant(tokens, effective, reserve.briefMicros());
    }
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
          case GRANTED -> pace.reserve().isKept() ? retryMicros(need) : 0;
          case HELD_BACK, STALE_SPAN, STALE_SHARE -> 0;
        };
    var full = wholeTat(this) - now;
    return new Reply.Line(verdict, granted, available(), retry, full, pace.share());
  }

  private static long wholeTat(PaceState state) {
    return state.tat + (state.rest > 0 ? 1 : 0);
  }

  /// The same bucket when that time has come and nobody came before.
  private PaceState later(long time) {
    var later = new PaceState(pace, now, effective, tat, rest, this);
    later.passUntil(time);
    return later;
  }

  /// From now until the need can be met: between two drops, or after the last of them.
  private long retryMicros(long need) {
    var state = later(effective);
    for (var drop = state.nextDrop(); drop < Outstanding.NEVER; drop = state.nextDrop()) {
      var ready = state.readyAt(need);
      state.pin(drop);
      if (state.readyAt(need) <= drop) {
        return Math.max(0, ready - now);
      }
      state.passUntil(drop);
    }
    return Math.max(0, state.readyAt(need) - now);
  }

  /// TAT + need · T − tolerance, rounded up.
  private long readyAt(long need) {
    var parts = rest + pace.restOf(need) - pace.toleranceRest();
    return tat + pace.wholeOf(need) - pace.tolerance() + Math.ceilDiv(parts, pace.parts());
  }
}
