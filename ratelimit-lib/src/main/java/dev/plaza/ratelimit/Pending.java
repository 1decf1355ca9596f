package dev.plaza.ratelimit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/// A request that waits for an authority, at most for its budget; then this node decides alone.
///
/// Answers and the end of the budget come on any thread, even from inside the question. Whoever
/// comes first works, the others leave a mark for it: no lock is held while anything is called.
final class Pending {

  private static final int ROUNDS_MAX = 64;

  final CompletableFuture<Decision> answer = new CompletableFuture<>();
  final Request request;
  private final Asks asks;
  private final AtomicInteger marks = new AtomicInteger();
  private volatile boolean alone;
  private int rounds;

  Pending(Asks asks, Request request) {
    this.asks = asks;
    this.request = request;
  }

  /// What it takes of a bucket under a limit.
  long cost(Limit limit) {
    return limit.cost * request.units;
  }

  /// Decides, if that is possible by now; else asks for what is missing.
  void attempt() {
    if (marks.getAndIncrement() != 0) {
      return;
    }
    var seen = 1;
    while (seen != 0) {
      round();
      seen = marks.addAndGet(-seen);
    }
  }

  /// Decides without the authority.
  void goAlone() {
    alone = true;
    attempt();
  }

  private void round() {
    if (answer.isDone()) {
      return;
    }
    var now = asks.timing.nanos();
    if (alone || rounds++ >= ROUNDS_MAX) {
      answer.complete(asks.alone.decide(request, now));
      return;
    }
    var decision = asks.limiter.decideAt(request, now);
    if (decision != null) {
      answer.complete(decision);
    } else {
      asks.pursue(this);
    }
  }
}
