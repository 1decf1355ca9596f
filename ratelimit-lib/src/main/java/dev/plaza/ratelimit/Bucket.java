package dev.plaza.ratelimit;

import dev.plaza.ratelimit.Standing.Verdict;
import dev.plaza.ratelimit.authority.Pace;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// What this node holds of one bucket: tokens that the authority has debited already.
///
/// `total` counts the tokens granted since ever, `spent` those gone; the difference may be
/// admitted without asking anybody. Only [#take] and [#drain] move `spent` up, by compare-and-set,
/// so that no token goes twice, and only a grant moves `total`. All else that a decision reads may
/// be a moment old; `stamp` is odd while it changes.
final class Bucket {

  private static final long LONG_AGO = 1L << 60;
  private static final long DOUBT_MIN = 1_000_000_000L;
  private static final long DOUBT_MAX = 10_000_000_000L;
  private static final VarHandle SPENT;
  private static final VarHandle ASK;

  static {
    try {
      SPENT = MethodHandles.lookup().findVarHandle(Bucket.class, "spent", long.class);
      ASK = MethodHandles.lookup().findVarHandle(Bucket.class, "ask", Ask.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// The identity: a keyed hash of policy and key. What decisions read most comes first, to lie in
  /// as few cache lines as possible.
  final long first;

  final long second;
  private volatile long spent;
  private volatile long total;
  private volatile long expiresAt;

  /// From so many spent tokens on the next chunk is fetched.
  volatile long prefetchAt = Long.MAX_VALUE;

  /// Of a rate: when the authority's bucket is empty, in nanos; of a quota: what it has left.
  private volatile long mark;

  /// So much later than the mark says the authority grants what it is short of; see `Reserve`.
  private volatile long late;

  /// The tokens from this one on live longer than `expiresAt`.
  private long youngFrom;

  private long youngUntil;
  private volatile long repliedAt;
  long touchedAt;
  private volatile int stamp;
  volatile long coolUntil;
  volatile long windowEndsAt;

  /// Nanos in which one token comes, and in which all do.
  volatile double nanosPerToken;

  volatile long toleranceNanos;
  private volatile boolean known;
  private volatile boolean retired;
  private volatile @Nullable Ask ask;
  final Limit limit;
  final Lane lane;
  final BucketName name;
  final Fallback fallback = new Fallback();
  final Supply supply;

  Bucket(long first, long second, Limit limit, Lane lane, BucketName name, long now) {
    this.first = first;
    this.second = second;
    this.limit = limit;
    this.lane = lane;
    this.name = name;
    this.mark = limit.quota == null ? now - LONG_AGO : 0;
    this.coolUntil = now - LONG_AGO;
    this.repliedAt = now - LONG_AGO;
    this.windowEndsAt = now;
    this.expiresAt = now;
    this.youngUntil = now - LONG_AGO;
    this.touchedAt = now;
    this.supply = new Supply(this, now);
  }

  void paceTo(Pace pace) {
    nanosPerToken = pace.microsPerToken() * 1000;
    toleranceNanos = pace.tolerance() * 1000;
  }

  /// Spends tokens held here; answers how many were spent since ever, or -1 if there are too few.
  long take(long cost, long now) {
    while (true) {
      var before = spent;
      var after = before + cost;
      if (after > total || now - expiresAt > 0) {
        return -1;
      }
      if (SPENT.compareAndSet(this, before, after)) {
        if (touchedAt != now) {
          touchedAt = now;
        }
        return after;
      }
    }
  }

  /// Takes back what [#take] took, for a request that was not admitted after all.
  void putBack(long cost) {
    SPENT.getAndAdd(this, -cost);
  }

  /// Takes back what an admitted request did not use, unless that would be more than a node may
  /// hold.
  boolean refund(long cost, long now) {
    var room = supply.holdMax() - held();
    if (!limit.returnable() || retired || now - expiresAt > 0 || cost > room) {
      return false;
    }
    putBack(cost);
    return true;
  }

  long spent() {
    return spent;
  }

  long held() {
    return Math.max(0, total - spent);
  }

  long heldAt(long now) {
    return now - expiresAt > 0 ? 0 : held();
  }

  /// When the authority may grant what is missing for a cost, as far as is known here; in the past
  /// if it may already, or if nobody knows.
  long readyAt(long cost, long now) {
    var need = cost - heldAt(now);
    if (need <= 0) {
      return now;
    }
    var ready = now;
    if (limit.quota == null) {
      ready = mark + (long) Math.ceil(need * nanosPerToken);
      ready += ready - repliedAt > 0 ? late : 0;
    } else if (known && need > mark) {
      ready = windowEndsAt;
    }
    return ready - coolUntil > 0 ? ready : coolUntil;
  }

  /// Whether a refusal that is known should be asked about again: other nodes give back what they
  /// did not spend. Now and then only; an attacker must not make each refusal a question.
  boolean doubtsAt(long now, long readyAt) {
    var since = now - repliedAt;
    return since > DOUBT_MIN && since > Math.min((readyAt - repliedAt) / 4, DOUBT_MAX);
  }

  void refused(long cost, long now) {
    touchedAt = now;
    supply.refused(cost);
  }

  /// How the bucket stands when so many tokens have been spent since ever.
  Standing standing(Verdict verdict, long spentSoFar, long now, long readyAt) {
    long held;
    long authority;
    int before;
    var tries = 0;
    do {
      before = stamp;
      held = total - spentSoFar;
      authority = mark;
    } while (((before & 1) != 0 || before != stamp) && tries++ < 10);
    var then = now - repliedAt < 0 ? repliedAt : now;
    var usable = then - expiresAt > 0 ? 0 : Math.max(0, held);
    return new Standing(this, verdict, then, usable, authority, readyAt);
  }

  Standing standing(Verdict verdict, long now, long readyAt) {
    return standing(verdict, spent, now, readyAt);
  }

  boolean known() {
    return known;
  }

  boolean knownAt(long now, long nanos) {
    return known && now - repliedAt < nanos;
  }

  long mark() {
    return mark;
  }

  boolean asking() {
    return ask != null;
  }

  /// Whether its authority leaves this very bucket waiting, so that nobody else should wait too.
  boolean isKeptWaiting() {
    var current = ask;
    return current != null && current.isOverdue(budgetNanos());
  }

  /// How long a request may wait for its authority.
  long budgetNanos() {
    return limit.patient ? lane.closedBudgetNanos : lane.budgetNanos;
  }

  boolean claim(Ask mine) {
    return ASK.compareAndSet(this, null, mine);
  }

  boolean unclaim(Ask mine) {
    return ASK.compareAndSet(this, mine, null);
  }

  boolean asks(Ask mine) {
    return ask == mine;
  }

  /// Takes in what the authority said; under the lock of [#supply].
  void learn(long granted, long livesUntil, long mark, long windowEndsAt, long now) {
    var odd = stamp + 1;
    stamp = odd;
    this.repliedAt = now;
    this.known = true;
    this.mark = mark;
    this.windowEndsAt = windowEndsAt;
    if (granted > 0) {
      expiresAt = limit.returnable() ? livesUntil : endOfOldest(livesUntil, now);
      youngFrom = total;
      youngUntil = livesUntil;
      var sum = total + granted;
      prefetchAt = granted >= 2 ? sum - granted / 2 : Long.MAX_VALUE;
      total = sum;
    }
    stamp = odd + 1;
  }

  /// A renewed lease is a new one, for tokens that can go back. The others must not outlive what
  /// the authority counts on, however often more are fetched: they are spent in their order.
  private long endOfOldest(long livesUntil, long now) {
    if (spent >= total || now - expiresAt > 0) {
      return livesUntil;
    }
    return spent >= youngFrom ? youngUntil : expiresAt;
  }

  void late(long nanos) {
    late = nanos;
  }

  /// Nothing is known any more, for example because a new day began.
  void forget() {
    known = false;
  }

  /// Takes all tokens that are held.
  long drain() {
    while (true) {
      var before = spent;
      var all = total;
      if (before >= all) {
        return 0;
      }
      if (SPENT.compareAndSet(this, before, all)) {
        return all - before;
      }
    }
  }

  /// Takes the tokens whose time is over; those of a window that is over cannot go back.
  long salvage(long now) {
    synchronized (supply) {
      if (now - expiresAt <= 0 || outlived(now)) {
        return 0;
      }
    }
    var tokens = drain();
    return returnable(now) ? tokens : 0;
  }

  /// Drops the older tokens only, if the younger ones live on.
  private boolean outlived(long now) {
    if (retired || now - youngUntil > 0) {
      return false;
    }
    var before = spent;
    while (before < youngFrom && !SPENT.compareAndSet(this, before, youngFrom)) {
      before = spent;
    }
    expiresAt = youngUntil;
    return true;
  }

  boolean returnable(long now) {
    return limit.quota == null || now - windowEndsAt < 0;
  }

  boolean hasExpired(long now) {
    return now - expiresAt > 0 && total > spent;
  }

  /// From now on nothing can be taken, whoever still knows it.
  void retire() {
    retired = true;
    var never = expiresAt - LONG_AGO;
    expiresAt = never;
  }

  boolean isRetired() {
    return retired;
  }

  /// Whether nobody would miss it: not used for a while, nothing under way, nothing owed, and not
  /// holding off somebody who is over the limit.
  boolean idle(long now, long nanos) {
    return now - touchedAt >= nanos
        && ask == null
        && !fallback.owes()
        && readyAt(limit.cost, now) - now <= 0;
  }
}
