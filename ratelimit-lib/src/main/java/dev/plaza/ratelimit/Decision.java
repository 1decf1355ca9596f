package dev.plaza.ratelimit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// What became of a request, and why. Headers are made from it by
/// [dev.plaza.ratelimit.header.RateLimitHeaders].
public final class Decision {

  /// What to answer.
  public enum Outcome {
    /// Pass it on: each policy took its tokens, or none matches.
    ADMITTED,
    /// 429: over at least one limit; nothing was taken.
    DENIED,
    /// 413, without Retry-After: costs more than the bucket ever holds.
    TOO_COSTLY,
    /// 503: the authority is away, and a policy says not to go on without it.
    UNAVAILABLE,
    /// A policy counts by user and refuses requests that have none.
    ANONYMOUS
  }

  private static final Standing[] NONE = {};

  static final Decision UNLIMITED = new Decision(Outcome.ADMITTED, 0, false, NONE);

  private final Outcome outcome;
  private final int units;
  private final boolean degraded;

  /// Of most decisions there is one, and an array for it would be a fifth of their garbage.
  private final @Nullable Standing only;

  private final Standing[] several;
  private @Nullable AtomicBoolean refunded;
  private @Nullable String refusedBy;

  Decision(Outcome outcome, long units, boolean degraded, Standing[] standings) {
    this.outcome = outcome;
    this.units = (int) units;
    this.degraded = degraded;
    this.only = null;
    this.several = standings;
  }

  /// Under one policy, decided with its authority.
  Decision(Outcome outcome, long units, Standing only) {
    this.outcome = outcome;
    this.units = (int) units;
    this.degraded = false;
    this.only = only;
    this.several = NONE;
  }

  static Decision anonymous(String policy) {
    var decision = new Decision(Outcome.ANONYMOUS, 0, false, NONE);
    decision.refusedBy = policy;
    return decision;
  }

  public boolean admitted() {
    return outcome == Outcome.ADMITTED;
  }

  public Outcome outcome() {
    return outcome;
  }

  /// Whether this node decided alone for at least one policy, its authority being away.
  public boolean degraded() {
    return degraded;
  }

  /// How each policy stands, shadow policies included.
  public List<Standing> standings() {
    return only == null ? List.of(several) : List.of(only);
  }

  /// The policies that refused the request.
  public List<String> violated() {
    if (refusedBy != null) {
      return List.of(refusedBy);
    }
    var names = new ArrayList<String>();
    for (var it : standings()) {
      if (it.violated() && !it.shadow()) {
        names.add(it.policy());
      }
    }
    return names;
  }

  /// The shadow policies that would have refused it.
  public List<String> violatedInShadow() {
    var names = new ArrayList<String>();
    for (var it : standings()) {
      if (it.violated() && it.shadow()) {
        names.add(it.policy());
      }
    }
    return names;
  }

  /// The policy that headers speak of: on refusal the one that refuses longest, else the one with
  /// the least left of what it grants.
  public @Nullable Standing tightest() {
    Standing tightest = null;
    for (var it : standings()) {
      if (!it.shadow() && (tightest == null || tighter(it, tightest))) {
        tightest = it;
      }
    }
    return tightest;
  }

  private static boolean tighter(Standing one, Standing other) {
    if (one.violated() != other.violated()) {
      return one.violated();
    }
    return one.violated()
        ? one.resetAfter().compareTo(other.resetAfter()) > 0
        : (double) one.remaining() / Math.max(1, one.limit())
            < (double) other.remaining() / Math.max(1, other.limit());
  }

  /// Until the same request can succeed: the longest of the policies that refused it. Null if it
  /// was admitted, or can never succeed.
  public @Nullable Duration retryAfter() {
    Duration longest = null;
    for (var it : standings()) {
      if (it.shadow() || !it.violated()) {
        continue;
      }
      var wait = it.retryAfter();
      if (wait == null) {
        return null;
      }
      longest = longest == null || wait.compareTo(longest) > 0 ? wait : longest;
    }
    return longest;
  }

  long units() {
    return units;
  }

  /// True once: tokens of a request go back at most once.
  synchronized boolean refundOnce() {
    if (refunded == null) {
      refunded = new AtomicBoolean();
    }
    return admitted() && refunded.compareAndSet(false, true);
  }

  @Override
  public String toString() {
    return outcome + " " + standings();
  }
}
