package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Demand;
import dev.plaza.ratelimit.authority.Reply;
import dev.plaza.ratelimit.authority.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// One question under way to one authority, for one or more buckets. It is never sent twice: if
/// its answer is lost, the tokens it may have debited are lost too.
///
/// Requests wait for it as long as their budgets say and go on alone then. That says nothing of the
/// authority: only a question that was not answered in its whole life counts against it, and not
/// even that if this node was too busy to notice the answer.
final class Ask {

  private final Asks asks;
  private final Lane lane;
  private final @Nullable Pending asker;
  private final List<Bucket> buckets = new ArrayList<>();
  private List<Demand> demands = List.of();
  private volatile long sentAt;
  private boolean ended;

  Ask(Asks asks, Lane lane, @Nullable Pending asker) {
    this.asks = asks;
    this.lane = lane;
    this.asker = asker;
    this.sentAt = asks.timing.nanos();
  }

  void add(Bucket bucket) {
    buckets.add(bucket);
  }

  boolean isEmpty() {
    return buckets.isEmpty();
  }

  /// @param cost what the asker needs of a bucket; 0 to fetch in advance
  void send(ToLongFunction<Bucket> cost) {
    sentAt = asks.timing.nanos();
    var group = new ArrayList<Demand>();
    for (var bucket : buckets) {
      // Tokens whose time is over go back first, so that they are not counted as held.
      asks.giveBack(bucket, bucket.salvage(sentAt));
      group.add(bucket.supply.demand(cost.applyAsLong(bucket), asker, sentAt));
    }
    demands = List.copyOf(group);
    if (asker == null
        && demands.stream().allMatch(it -> it.want() + it.most() + it.settle() == 0)) {
      end();
      buckets.forEach(it -> wake(it.supply.release(this)));
      return;
    }
    asks.counters.asks.increment();
    try {
      var _ = lane.authority.ask(demands).whenComplete(this::answered);
    } catch (RuntimeException e) {
      answered(null, e);
    }
    if (!isEnded()) {
      lane.underWay.add(this);
    }
  }

  long sentAt() {
    return sentAt;
  }

  synchronized boolean isEnded() {
    return ended;
  }

  /// True for the first who ends it.
  private synchronized boolean end() {
    var first = !ended;
    ended = true;
    return first;
  }

  private void answered(@Nullable Reply reply, @Nullable Throwable failure) {
    var inTime = end();
    if (reply == null) {
      if (inTime) {
        demandsUnsettled();
        asks.counters.failures.increment();
        lane.breaker.failed();
        finish(false);
      }
      return;
    }
    var now = asks.timing.nanos();
    lane.heardOf(reply.nowMicros());
    if (inTime) {
      lane.breaker.answered();
      if (now - sentAt > lane.budgetNanos) {
        asks.counters.overdue.increment();
      }
    }
    for (var i = 0; i < buckets.size(); i++) {
      learn(buckets.get(i), demands.get(i), reply.lines().get(i), now);
    }
    if (inTime) {
      finish(true);
    }
  }

  private void learn(Bucket bucket, Demand demand, Reply.Line line, long now) {
    if (!bucket.asks(this)) {
      // Too late: another question is under way, and both answers might be too much to hold.
      // These tokens are lost.
      if (line.verdict() != Verdict.STALE_SHARE) {
        bucket.fallback.settledAfterAll(demand.settle());
      }
      return;
    }
    asks.giveBack(bucket, bucket.salvage(now));
    bucket.supply.learn(line, demand, sentAt, now);
  }

  private void demandsUnsettled() {
    for (var i = 0; i < buckets.size(); i++) {
      buckets.get(i).fallback.unsettled(demands.get(i).settle());
    }
  }

  /// No answer in its whole life: stands in the way of the next question no longer.
  void abandon() {
    if (end()) {
      demandsUnsettled();
      asks.counters.overdue.increment();
      if (asks.timing.nanos() - sentAt <= lane.askLifeNanos + lane.stallNanos) {
        lane.breaker.failed();
      }
      finish(false);
    }
  }

  /// Nobody else should wait for it: it has taken longer than that.
  boolean isOverdue(long budgetNanos) {
    return asks.timing.nanos() - sentAt >= budgetNanos;
  }

  private void finish(boolean answered) {
    var told = new ArrayList<Pending>();
    if (asker != null) {
      told.add(asker);
    }
    for (var bucket : buckets) {
      told.addAll(bucket.supply.release(this));
    }
    if (answered) {
      wake(told);
    } else {
      told.forEach(Pending::goAlone);
    }
  }

  private static void wake(List<Pending> told) {
    told.forEach(Pending::attempt);
  }
}
