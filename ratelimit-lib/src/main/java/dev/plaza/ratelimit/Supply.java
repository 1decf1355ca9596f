package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Demand;
import dev.plaza.ratelimit.authority.Pace;
import dev.plaza.ratelimit.authority.Reply;
import dev.plaza.ratelimit.authority.Span;
import dev.plaza.ratelimit.authority.Terms;
import dev.plaza.ratelimit.policy.CalendarWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Where the tokens of a bucket come from: what to ask the authority for, what its answer means,
/// and who waits for it. Nothing here is on the way of a decision that tokens are held for.
final class Supply {

  static final String LEDGER = ":s";

  /// Tokens held here are few if there are so many times as many left.
  private static final int PLENTY = 8;

  private final Bucket bucket;
  private final Limit limit;
  private final Lane lane;
  private final Appetite appetite = new Appetite();
  private @Nullable Pace pace;
  private @Nullable CalendarWindow window;
  private @Nullable List<Pending> waiters;

  /// Who was told of the last answer: the first of them to ask again asks for the others too.
  private List<Pending> told = List.of();

  private long returning;

  Supply(Bucket bucket, long now) {
    this.bucket = bucket;
    this.limit = bucket.limit;
    this.lane = bucket.lane;
    if (limit.pace != null) {
      this.pace = limit.share < 0 ? limit.pace : limit.pace.shared(limit.share);
      bucket.paceTo(pace);
    }
    appetite.began(now);
  }

  /// Counts a refusal: part of what a lease must cover once there are tokens again.
  void refused(long cost) {
    appetite.refused(cost);
  }

  /// Tells the request when the answer that is under way is there; false if none is.
  synchronized boolean await(Pending pending) {
    if (!bucket.asking()) {
      return false;
    }
    if (waiters == null) {
      waiters = new ArrayList<>();
    }
    waiters.add(pending);
    return true;
  }

  /// Ends an exchange, answered or not; whoever waited for it has to be told.
  synchronized List<Pending> release(Ask mine) {
    if (!bucket.unclaim(mine) || waiters == null) {
      return List.of();
    }
    told = waiters;
    waiters = null;
    return told;
  }

  /// What to ask for now, for a request of this cost or, with cost 0, in advance.
  synchronized Demand demand(long cost, @Nullable Pending asker, long now) {
    var held = bucket.heldAt(now);
    var need = Math.max(0, cost - held);
    var waiting = cost + waitingBeside(asker);
    var holdMax = holdMax();
    if (limit.central(lane.members, pace)) {
      return of(need, Math.max(need, Math.min(waiting - held, holdMax)), 0, 0);
    }
    var lease = appetite.lease(bucket.spent(), now, waiting, lane.leaseSpanNanos);
    var most = Math.max(0, holdMax - held - returning);
    return of(need, Math.max(need, Math.min(lease, most)), cost == 0 && lease == 0 ? 0 : most, 0);
  }

  private long waitingBeside(@Nullable Pending asker) {
    var again = waiters == null ? List.<Pending>of() : waiters;
    var cost = again.stream().mapToLong(it -> it.cost(limit)).sum();
    for (var it : told) {
      if (it != asker && !it.answer.isDone() && !again.contains(it)) {
        cost += it.cost(limit);
      }
    }
    told = List.of();
    return cost;
  }

  /// Tokens are on their way back, and then no more.
  synchronized void returning(long tokens) {
    returning += tokens;
  }

  /// Gives tokens back, and says what was spent without asking.
  synchronized Demand report(long giveBack) {
    return of(0, 0, 0, giveBack);
  }

  private Demand of(long need, long want, long most, long giveBack) {
    var name = bucket.name;
    Terms terms;
    var key = name.key();
    if (limit.quota == null) {
      terms = Objects.requireNonNull(pace);
    } else {
      var current = window();
      terms = new Span(limit.tokens, current);
      key += current.label();
    }
    var ledger = terms instanceof Pace it && it.share() >= 0 ? key + LEDGER : null;
    var debt = bucket.fallback.takeDebt();
    return new Demand(key, name.tag(), ledger, terms, need, want, most, debt, giveBack);
  }

  private CalendarWindow window() {
    var now = lane.epochMicros();
    var current = window;
    if (current == null || !current.holds(now)) {
      current = limit.windowAt(Objects.requireNonNull(limit.quota), now);
      window = current;
    }
    return current;
  }

  /// When the present window ends, in nanos.
  synchronized long windowEnds(long now) {
    return now + (window().endMicros() - lane.epochMicros()) * 1000;
  }

  long burst() {
    var current = pace;
    return current == null ? limit.tokens : current.burst();
  }

  /// The most tokens that this node may hold or have asked for.
  long holdMax() {
    return limit.holdMax(lane.members, pace);
  }

  /// Takes an answer in. Granted tokens that find no room are lost: what a node has debited and
  /// not spent, on their way back included, is what the bound is made of.
  synchronized void learn(Reply.Line line, Demand asked, long sentAt, long now) {
    switch (line.verdict()) {
      case STALE_SHARE -> {
        bucket.fallback.unsettled(asked.settle());
        shareTo(line.share());
        return;
      }
      case STALE_SPAN -> {
        bucket.fallback.settled(asked.settle());
        bucket.forget();
        return;
      }
      case GRANTED, SHORT, NEVER, HELD_BACK -> bucket.fallback.settled(asked.settle());
    }
    var ends = sentAt + line.fullMicros() * 1000;
    var room = holdMax() - bucket.held() - returning;
    var usable = bucket.isRetired() ? 0 : Math.min(line.granted(), Math.max(room, asked.need()));
    bucket.learn(usable, lifeEnds(sentAt, ends, line), markOf(line, now), ends, now);
    bucket.late(lateNanos(line, asked));
    bucket.coolUntil = coolUntil(line, asked, now);
  }

  /// What became of a report; it may have made room for others, and for this node.
  synchronized void heard(Reply.Line line, long now) {
    switch (line.verdict()) {
      case GRANTED, SHORT, NEVER, HELD_BACK -> {
        var ends = now + line.fullMicros() * 1000;
        bucket.learn(
            0, now, markOf(line, now), limit.quota == null ? ends : bucket.windowEndsAt, now);
      }
      case STALE_SPAN, STALE_SHARE -> {}
    }
  }

  /// What is granted of a bucket holds its refill back for a while, which is not in its TAT yet.
  private long lateNanos(Reply.Line line, Demand asked) {
    if (limit.returnable() || line.retryMicros() <= 0 || asked.need() == 0) {
      return 0;
    }
    var micros = line.fullMicros() - bucket.toleranceNanos / 1000;
    var known = micros + (long) (asked.need() * bucket.nanosPerToken / 1000);
    return Math.max(0, line.retryMicros() - known) * 1000;
  }

  private long markOf(Reply.Line line, long now) {
    return limit.quota == null
        ? now + line.fullMicros() * 1000 - bucket.toleranceNanos
        : line.remaining();
  }

  /// A key that comes every few seconds would ask each time if its tokens went back in between. As
  /// long as they are few beside what is left, nobody needs them back; a strict rate counts on it
  /// that nobody holds tokens for long.
  private long lifeEnds(long sentAt, long windowEndsAt, Reply.Line line) {
    if (limit.central(lane.members, pace)) {
      return sentAt + limit.centralLifeNanos;
    }
    if (!limit.returnable()) {
      return sentAt + limit.leaseLifeNanos;
    }
    var plenty = (bucket.held() + line.granted()) * PLENTY <= line.remaining();
    var life = sentAt + (plenty ? lane.plentyLifeNanos : lane.leaseLifeNanos);
    return limit.quota != null && life - windowEndsAt > 0 ? windowEndsAt : life;
  }

  /// Less than wanted means that others are at it too: whoever asks again at once gets one token
  /// a time, and the authority a question for each. The wait is what N nodes need to be served.
  private long coolUntil(Reply.Line line, Demand asked, long now) {
    return switch (line.verdict()) {
      case NEVER -> now + lane.coolDownMaxNanos;
      case GRANTED, SHORT -> {
        if (line.granted() >= asked.want() || asked.want() <= 1 || limit.quota != null) {
          yield now;
        }
        var wait = asked.want() * bucket.nanosPerToken * lane.members.nodes();
        yield now + Math.min((long) wait, lane.coolDownMaxNanos);
      }
      case HELD_BACK, STALE_SPAN, STALE_SHARE -> now;
    };
  }

  private void shareTo(int share) {
    if (limit.pace != null && share >= 0) {
      pace = limit.pace.shared(share);
      bucket.paceTo(pace);
    }
  }
}
