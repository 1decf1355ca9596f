package dev.plaza.ratelimit.redis;

import dev.plaza.ratelimit.ShareKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/// The shares that one region owns, in the Redis of that region, and the way they move to another:
/// giver first. Each step may be repeated, and [#resume] finishes what a cut link left half done.
public final class ShareLedger {

  private static final Script SCRIPT = Script.named("shares.lua");

  private final String region;
  private final RedisLink link;

  public ShareLedger(String region, RedisLink link) {
    this.region = region;
    this.link = link;
  }

  /// A move that was given and not yet taken.
  public record Move(String to, long number, int tenThousandths) {}

  /// What a region owns, and what it has on the way to others.
  public record Owned(int tenThousandths, List<Move> onTheWay) {}

  public CompletionStage<Owned> read(ShareKey key) {
    return call(key, "read", "", 0, 0).thenApply(ShareLedger::owned);
  }

  /// Gives a part of this region's share to another; true once the other has it. When this fails
  /// the part may be on the way: [#resume] brings it there.
  public CompletionStage<Boolean> give(ShareKey key, int tenThousandths, ShareLedger to) {
    if (tenThousandths <= 0) {
      throw new IllegalArgumentException("nothing to give: " + tenThousandths);
    }
    return call(key, "give", to.region, tenThousandths, 0)
        .thenCompose(
            reply ->
                done(reply)
                    ? deliver(key, new Move(to.region, (Long) reply.get(2), tenThousandths), to)
                    : CompletableFuture.completedStage(false));
  }

  /// Delivers what is on the way to a region, in its order; true if all of it arrived.
  public CompletionStage<Boolean> resume(ShareKey key, ShareLedger to) {
    return read(key)
        .thenCompose(
            owned -> {
              CompletionStage<Boolean> all = CompletableFuture.completedStage(true);
              for (var move : owned.onTheWay()) {
                if (move.to().equals(to.region)) {
                  all = all.thenCombine(deliver(key, move, to), (a, b) -> a && b);
                }
              }
              return all;
            });
  }

  private CompletionStage<Boolean> deliver(ShareKey key, Move move, ShareLedger to) {
    return to.call(key, "take", region, move.tenThousandths(), move.number())
        .thenCompose(
            taken ->
                done(taken)
                    ? call(key, "sent", move.to(), 0, move.number()).thenApply(ShareLedger::done)
                    : CompletableFuture.completedStage(false));
  }

  private static boolean done(List<Object> reply) {
    return (Long) reply.getFirst() == 1;
  }

  private CompletionStage<List<Object>> call(
      ShareKey key, String what, String other, int tenThousandths, long number) {
    return SCRIPT.call(
        link.commands(),
        List.of(key.ledger(), key.ledger() + ":moves"),
        List.of(
            what,
            Integer.toString(key.shares().of(region)),
            Long.toString(key.toleranceMicros()),
            other,
            Integer.toString(tenThousandths),
            Long.toString(number)));
  }

  private static Owned owned(List<Object> reply) {
    var moves = new ArrayList<Move>();
    for (var i = 3; i < reply.size(); i += 2) {
      var name = (String) reply.get(i);
      var space = name.lastIndexOf(' ');
      moves.add(
          new Move(
              name.substring(0, space),
              Long.parseLong(name, space + 1, name.length(), 10),
              Math.toIntExact((Long) reply.get(i + 1))));
    }
    moves.sort(Comparator.comparingLong(Move::number));
    return new Owned(Math.toIntExact((Long) reply.get(1)), moves);
  }
}
