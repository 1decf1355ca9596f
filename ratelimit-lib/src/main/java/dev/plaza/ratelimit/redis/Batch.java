package dev.plaza.ratelimit.redis;

import dev.plaza.ratelimit.authority.Demand;
import dev.plaza.ratelimit.authority.Reply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Sends a group at once while no call is under way, and what comes meanwhile together with the
/// next: the busier the server, the more it does per call. Groups wait at most one round trip for
/// that, as they would behind the call in the server's queue.
final class Batch {

  /// So many take the server a few milliseconds, in which it does nothing else.
  private static final int DEMANDS_MAX = 256;

  /// More than that wait only if the server hangs; then it is better to fail.
  private static final int WAITING_MAX = 10_000;

  private final Function<List<List<Demand>>, CompletionStage<List<Reply>>> call;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private boolean calling;

  private record Waiting(List<Demand> group, CompletableFuture<Reply> reply) {}

  Batch(Function<List<List<Demand>>, CompletionStage<List<Reply>>> call) {
    this.call = call;
  }

  CompletionStage<Reply> add(List<Demand> group) {
    var reply = new CompletableFuture<Reply>();
    synchronized (this) {
      if (waiting.size() >= WAITING_MAX) {
        return CompletableFuture.failedFuture(new IllegalStateException("too many questions"));
      }
      waiting.add(new Waiting(group, reply));
    }
    sendNext();
    return reply;
  }

  private void sendNext() {
    List<Waiting> next = new ArrayList<>();
    synchronized (this) {
      if (calling || waiting.isEmpty()) {
        return;
      }
      calling = true;
      var demands = 0;
      while (!waiting.isEmpty() && demands < DEMANDS_MAX) {
        var group = waiting.remove();
        demands += group.group().size();
        next.add(group);
      }
    }
    try {
      var _ =
          call.apply(next.stream().map(Waiting::group).toList())
              .whenComplete((replies, failure) -> done(next, replies, failure));
    } catch (RuntimeException e) {
      done(next, List.of(), e);
    }
  }

  private void done(List<Waiting> sent, List<Reply> replies, @Nullable Throwable failure) {
    synchronized (this) {
      calling = false;
    }
    sendNext();
    for (var i = 0; i < sent.size(); i++) {
      if (failure == null) {
        sent.get(i).reply().complete(replies.get(i));
      } else {
        sent.get(i).reply().completeExceptionally(failure);
      }
    }
  }
}
