package dev.plaza.ratelimit.authority;

import dev.plaza.ratelimit.authority.MemoryAuthority.Epoch;
import org.jspecify.annotations.Nullable;

/// What is used of a span. Mirrors `acquire.lua`.
final class SpanState implements State {

  private final Span span;
  private final long now;
  private long used;
  private boolean changed;

  private SpanState(Span span, long now, long used) {
    this.span = span;
    this.now = now;
    this.used = used;
  }

  static SpanState at(long now, Span span, @Nullable SpanState stored, Epoch epoch) {
    return new SpanState(
        span,
        now,
        stored != null && stored.span.window().equals(span.window())
            ? stored.used
            : usedBefore(span, epoch));
  }

  /// What a flush took is guessed: as if the quota had been used evenly until then.
  private static long usedBefore(Span span, Epoch epoch) {
    var window = span.window();
    if (!epoch.cold() || epoch.createdMicros() <= window.startMicros()) {
      return 0;
    }
    var left = Math.max(0, window.endMicros() - epoch.createdMicros());
    var whole = window.endMicros() - window.startMicros();
    return span.limit() - (long) Math.floor(span.limit() * ((double) left / whole));
  }

  Span span() {
    return span;
  }

  void settle(long spent, long giveBack) {
    if (span.window().holds(now)) {
      used = Math.max(used, Math.min(span.limit(), used + spent));
      used = Math.max(0, used - giveBack);
      changed = spent > 0 || giveBack > 0;
    }
  }

  @Override
  public long available() {
    return Math.max(0, span.limit() - used);
  }

  @Override
  public Verdict verdict(Demand demand) {
    if (!span.window().holds(now)) {
      return Verdict.STALE_SPAN;
    }
    if (demand.need() > span.limit()) {
      return Verdict.NEVER;
    }
    return demand.need() > available() ? Verdict.SHORT : Verdict.GRANTED;
  }

  @Override
  public boolean take(long tokens) {
    used += tokens;
    return tokens > 0;
  }

  @Override
  public boolean changed() {
    return changed;
  }

  @Override
  public Reply.Line line(Verdict verdict, long granted, long need) {
    var end = span.window().endMicros() - now;
    var retry =
        switch (verdict) {
          case NEVER -> -1;
          case SHORT -> end;
          case GRANTED, HELD_BACK, STALE_SPAN, STALE_SHARE -> 0;
        };
    return new Reply.Line(verdict, granted, available(), retry, Math.max(0, end), -1);
  }
}
