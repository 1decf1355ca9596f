package dev.plaza.ratelimit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/// The slow way of a decision: asking authorities, one question at a time for each bucket.
final class Asks {

  final Limiter limiter;
  final Timing timing;
  final Counters counters;
  final Alone alone;
  private final Returns returns;

  Asks(Limiter limiter, Timing timing, Counters counters, Returns returns) {
    this.limiter = limiter;
    this.timing = timing;
    this.counters = counters;
    this.returns = returns;
    this.alone = new Alone(limiter, counters);
  }

  /// Waits for the authority, at most for the longest budget of the limits concerned.
  CompletionStage<Decision> await(Request request) {
    var pending = new Pending(this, request);
    pending.attempt();
    if (!pending.answer.isDone()) {
      patience(pending);
    }
    return pending.answer;
  }

  /// The longest budget counts. Who is patient has the answers read first that lie unread: this
  /// node's own delay is no reason to refuse.
  private void patience(Pending pending) {
    var now = timing.nanos();
    long budget = 0;
    Lane patient = null;
    for (var limit : limiter.plan(pending.request).limits) {
      var bucket = limiter.bucket(limit, pending.request, now);
      budget = Math.max(budget, bucket.budgetNanos());
      patient = limit.patient ? bucket.lane : patient;
    }
    var lane = patient;
    if (lane == null) {
      timing.after(budget, pending::goAlone);
    } else {
      var again = budget;
      timing.after(budget, () -> lookOnceMore(lane, pending, again));
    }
  }

  private void lookOnceMore(Lane lane, Pending pending, long budget) {
    if (!pending.answer.isDone()) {
      lane.authority.afterAnswers(pending::goAlone);
      timing.after(budget, pending::goAlone);
    }
  }

  /// Asks for what a request lacks, or waits for what is being asked already.
  void pursue(Pending pending) {
    var now = timing.nanos();
    var missing = missing(pending, now);
    if (missing.stream().anyMatch(it -> !it.lane.breaker.closed() || it.isKeptWaiting())) {
      pending.goAlone();
      return;
    }
    Map<Lane, Ask> mine = new LinkedHashMap<>();
    var waits = false;
    for (var bucket : missing) {
      var ask = mine.computeIfAbsent(bucket.lane, it -> new Ask(this, it, pending));
      if (bucket.claim(ask)) {
        ask.add(bucket);
      } else {
        waits |= bucket.supply.await(pending);
      }
    }
    var asked = new ArrayList<>(mine.values());
    asked.removeIf(Ask::isEmpty);
    asked.forEach(it -> it.send(bucket -> pending.cost(bucket.limit)));
    if (asked.isEmpty() && !waits) {
      pending.attempt();
    }
  }

  private List<Bucket> missing(Pending pending, long now) {
    var missing = new ArrayList<Bucket>();
    for (var limit : limiter.plan(pending.request).limits) {
      var bucket = limiter.bucket(limit, pending.request, now);
      var cost = pending.cost(limit);
      if (cost == 0 ? !bucket.knownAt(now, Limiter.PEEK_NANOS) : bucket.heldAt(now) < cost) {
        missing.add(bucket);
      }
    }
    return missing;
  }

  /// Fetches the next chunk while there still is half of the last.
  void prefetch(Bucket bucket, long now) {
    if (bucket.asking() || now - bucket.coolUntil < 0 || !bucket.lane.breaker.closed()) {
      return;
    }
    var ask = new Ask(this, bucket.lane, null);
    if (bucket.claim(ask)) {
      ask.add(bucket);
      ask.send(_ -> 0);
    }
  }

  /// Fetches tokens for a policy that is only watched, without anybody waiting.
  void fetch(Bucket bucket, long cost) {
    if (bucket.asking() || !bucket.lane.breaker.closed()) {
      return;
    }
    var ask = new Ask(this, bucket.lane, null);
    if (bucket.claim(ask)) {
      ask.add(bucket);
      ask.send(_ -> cost);
    }
  }

  void giveBack(Bucket bucket, long tokens) {
    returns.add(bucket, tokens);
  }
}
