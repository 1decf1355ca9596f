package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Demand;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

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
  CompletableFuture<Void> flush(long now) {
    Map<Lane, List<Bucket>> byLane = new LinkedHashMap<>();
    var all = takeAll();
    all.keySet().forEach(it -> byLane.computeIfAbsent(it.lane, _ -> new ArrayList<>()).add(it));
    var sent = new ArrayList<CompletableFuture<Void>>();
    byLane.forEach(
        (lane, buckets) -> {
          if (!lane.breaker.closed()) {
            // Tokens are lost, debts stay with their buckets.
            buckets.forEach(it -> it.supply.returning(-all.getOrDefault(it, 0L)));
            return;
          }
          for (var from = 0; from < buckets.size(); from += BATCH) {
            var batch = buckets.subList(from, Math.min(from + BATCH, buckets.size()));
            sent.add(send(lane, batch, all, now));
          }
        });
    return CompletableFuture.allOf(sent.toArray(new CompletableFuture<?>[0]));
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
