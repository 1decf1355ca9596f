package dev.plaza.ratelimit;

import dev.plaza.ratelimit.policy.KeyBy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How one policy stands after a decision. Figures are those of the moment of the decision, as
/// this node knew them: other nodes take from the same bucket.
public final class Standing {

  static final long NEVER = Long.MAX_VALUE;

  enum Verdict {
    ADMITS,
    DENIES,
    NEVER,
    UNAVAILABLE
  }

  final Limit limit;
  final Verdict verdict;
  private final Bucket bucket;

  private final long now;

  /// Tokens this node held after the decision.
  private final long held;

  /// Of a rate: when the authority's bucket is empty, in nanos; of a quota: what it has left.
  private final long mark;

  /// When a request of this cost can be admitted, in nanos; or [#NEVER].
  private final long readyAt;

  /// When the quota is new, in nanos.
  private final long windowEndsAt;

  Standing(Bucket bucket, Verdict verdict, long now, long held, long mark, long readyAt) {
    this.bucket = bucket;
    this.limit = bucket.limit;
    this.verdict = verdict;

    this.now = now;
    this.held = held;
    this.mark = mark;
    this.readyAt = readyAt;
    this.windowEndsAt = limit.quota == null ? 0 : bucket.windowEndsAt;
  }

  /// The policy's id; of the quota of a policy that has a rate too, the id and its window.
  public String policy() {
    return limit.name;
  }

  /// Whether this policy is why the request was refused, or would have been.
  public boolean violated() {
    return verdict != Verdict.ADMITS;
  }

  public boolean shadow() {
    return limit.policy.shadow();
  }

  /// What its requests were counted by.
  public KeyBy keyBy() {
    return limit.keyBy;
  }

  public long limit() {
    return limit.tokens;
  }

  /// In how many seconds [#limit] tokens come.
  public long windowSeconds() {
    return limit.windowSeconds();
  }

  /// Limit and window as an item of the field `RateLimit-Policy`.
  public String advertised() {
    return limit.advertised;
  }

  /// Tokens left: never below 0, never above [#limit].
  public long remaining() {
    if (verdict == Verdict.UNAVAILABLE) {
      return 0;
    }
    var left = limit.quota == null ? tokensAt(now) : mark;
    return Math.clamp(held + Math.max(0, left), 0, limit.tokens);
  }

  private long tokensAt(long time) {
    var since = time - mark;
    return since <= 0
        ? 0
        : (long) (Math.min(since, bucket.toleranceNanos) / bucket.nanosPerToken + 1e-9);
  }

  /// Until there is more: on denial, until the same request succeeds; else until all is there.
  public Duration resetAfter() {
    if (verdict == Verdict.DENIES && readyAt != NEVER) {
      return positive(readyAt - now);
    }
    return positive(
        limit.quota == null
            ? mark + bucket.toleranceNanos - now - (long) (held * bucket.nanosPerToken)
            : windowEndsAt - now);
  }

  /// On denial, until the same request succeeds if nobody else comes; null if it never will.
  public @Nullable Duration retryAfter() {
    return switch (verdict) {
      case ADMITS, NEVER -> null;
      case UNAVAILABLE -> Duration.ofSeconds(1);
      case DENIES -> readyAt == NEVER ? null : positive(readyAt - now);
    };
  }

  private static Duration positive(long nanos) {
    return Duration.ofNanos(Math.max(0, nanos));
  }

  @Override
  public String toString() {
    return "%s %s %d/%d".formatted(limit.name, verdict, remaining(), limit.tokens);
  }
}
