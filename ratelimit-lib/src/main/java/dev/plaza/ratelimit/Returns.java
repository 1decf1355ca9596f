package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Demand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Tokens on their way back to the authority, and debts to be settled. Collected, and sent now and
/// then; sent once: a lost return loses tokens, a repeated one would make some.
final class Returns {

  private static final int BATCH = 64;

  /// Beyond that, tokens are simply lost.
  private static final int WAITING_MAX = 100_000;

  private final Counters counters;
  private final Timing timing;
  private Map<Bucket, Long> waiting = new LinkedHashMap<>();

  Returns(Counters counters, Timing timing) {
    this.counters = counters;
    this.timing = timing;
  }

  /// Tokens of a strict rate are lost instead: its reserve covers what is held, not what comes
  /// back into a bucket that has been full in between.
  synchronized void add(Bucket bucket, long tokens) {
    if (tokens > 0
        && bucket.limit.returnable()
        && (waiting.size() < WAITING_MAX || waiting.containsKey(bucket))) {
      waiting.merge(bucket, tokens, Long::sum);
      bucket.supply.returning(tokens);
    }
  }

  /// Lets the bucket's debt be settled with the next batch.
  synchronized void settle(Bucket bucket) {
    waiting.putIfAbsent(bucket, 0L);
  }

  private synchronized Map<Bucket, Long> takeAll() {
    var all = waiting;
    waiting = new LinkedHashMap<>();
    return all;
  }

  /// Sends what waits; done when all of it is answered.
  ///
  /// @param atOnce how many batches are under way together. Thousands of leases may end at the
  ///     same moment, and a question that a request waits for is not to stand behind all of them
  CompletableFuture<Void> flush(long now, int atOnce) {
    Map<Lane, List<Bucket>> byLane = new LinkedHashMap<>();
    var all = takeAll();
    all.keySet().forEach(it -> byLane.computeIfAbsent(it.lane, _ -> new ArrayList<>()).add(it));
    var sent = new ArrayList<CompletableFuture<Void>>();
    byLane.forEach(
        (lane, buckets) -> {
          var batches = new ConcurrentLinkedQueue<List<Bucket>>();
          for (var from = 0; from < buckets.size(); from += BATCH) {
            batches.add(buckets.subList(from, Math.min(from + BATCH, buckets.size())));
          }
          for (var i = 0; i < atOnce && !batches.isEmpty(); i++) {
            sent.add(sendOneByOne(lane, batches, all, now));
          }
        });
    return CompletableFuture.allOf(sent.toArray(new CompletableFuture<?>[0]));
  }

  private CompletableFuture<Void> sendOneByOne(
      Lane lane, Queue<List<Bucket>> batches, Map<Bucket, Long> tokens, long now) {
    for (var next = batches.poll(); next != null; next = batches.poll()) {
      if (!lane.breaker.closed()) {
        // Tokens are lost, debts stay with their buckets.
        next.forEach(it -> it.supply.returning(-tokens.getOrDefault(it, 0L)));
        continue;
      }
      var answered = send(lane, next, tokens, now);
      if (!answered.isDone()) {
        return answered.thenCompose(_ -> sendOneByOne(lane, batches, tokens, now));
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Void> send(
      Lane lane, List<Bucket> batch, Map<Bucket, Long> tokens, long now) {
    var reporting = new ArrayList<Bucket>();
    var group = new ArrayList<Demand>();
    var keys = new HashSet<String>();
    for (var bucket : batch) {
      long back = tokens.getOrDefault(bucket, 0L);
      if (!keys.add(bucket.name.key())) {
        // A group holds each key once: with the next one.
        bucket.supply.returning(-back);
        add(bucket, back);
        continue;
      }
      var demand = bucket.supply.report(bucket.returnable(now) ? back : 0);
      reporting.add(bucket);
      group.add(demand);
      counters.givenBack.add(demand.giveBack());
    }
    return lane.authority
        .ask(List.copyOf(group))
        .<Void>handle(
            (reply, failure) -> {
              var heardAt = timing.nanos();
              for (var i = 0; i < group.size(); i++) {
                var bucket = reporting.get(i);
                bucket.supply.returning(-tokens.getOrDefault(bucket, 0L));
                var fallback = bucket.fallback;
                if (failure == null) {
                  fallback.settled(group.get(i).settle());
                  bucket.supply.heard(reply.lines().get(i), heardAt);
                } else {
                  fallback.unsettled(group.get(i).settle());
                }
              }
              return null;
            })
        .toCompletableFuture();
  }
}
