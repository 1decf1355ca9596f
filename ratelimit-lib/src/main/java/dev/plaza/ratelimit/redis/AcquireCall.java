package dev.plaza.ratelimit.redis;

import dev.plaza.ratelimit.authority.Demand;
import dev.plaza.ratelimit.authority.Pace;
import dev.plaza.ratelimit.authority.Reply;
import dev.plaza.ratelimit.authority.Span;
import dev.plaza.ratelimit.authority.Verdict;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLongArray;

/// `acquire.lua` from Java: its keys and arguments, and what its answer means. The names here are
/// those in the script.
final class AcquireCall {

  /// One epoch for all buckets of a server; in a cluster, one for each tag, where the tag lies.
  static final String EPOCH = "rl:epoch";

  static final int ONE_EPOCH = 4096;

  private static final int FIELDS = 6;
  private static final long LOST = -1;
  private static final Script SCRIPT = Script.named("acquire.lua");

  private final SecureRandom random = new SecureRandom();

  /// The epoch last seen, of each tag; 0 if none.
  private final AtomicLongArray known = new AtomicLongArray(ONE_EPOCH + 1);

  private volatile boolean flushSeen;

  static String epochOf(int tag) {
    return "rl:{" + Integer.toHexString(tag) + "}:epoch";
  }

  CompletionStage<List<Reply>> send(
      RedisClusterAsyncCommands<String, String> redis,
      String epochKey,
      int epochIndex,
      List<List<Demand>> groups) {
    var keys = new ArrayList<String>();
    var values = new ArrayList<String>();
    keys.add(epochKey);
    values.add(Long.toString(1 + random.nextLong(1L << 52)));
    values.add(Long.toString(knownEpoch(epochIndex)));
    for (var i = 0; i < groups.size(); i++) {
      for (var demand : groups.get(i)) {
        write(demand, i, keys, values);
      }
    }
    return SCRIPT
        .call(redis, keys, values)
        .thenApply(
            reply -> {
              see(epochIndex, (Long) reply.get(1));
              return read(reply, groups);
            });
  }

  /// A tag not seen before, on a server that has lost others, may have been lost with them.
  private long knownEpoch(int index) {
    var id = known.get(index);
    return id == 0 && flushSeen ? LOST : id;
  }

  private void see(int index, long id) {
    var before = known.getAndSet(index, id);
    if (before != 0 && before != id) {
      flushSeen = true;
    }
  }

  private static void write(Demand demand, int group, List<String> keys, List<String> values) {
    keys.add(demand.key());
    add(values, group + 1, keys.size());
    if (demand.ledger() == null) {
      add(values, 0);
    } else {
      keys.add(demand.ledger());
      add(values, keys.size());
    }
    add(values, demand.terms() instanceof Pace ? 0 : 1);
    add(values, demand.need(), demand.want(), demand.most());
    add(values, demand.settle(), demand.giveBack());
    switch (demand.terms()) {
      case Pace pace -> {
        add(values, pace.whole(), pace.rest(), pace.parts());
        add(values, pace.tolerance(), pace.toleranceRest(), pace.cold(), pace.share());
        var reserve = pace.reserve();
        values.add(
            reserve.isKept()
                ? reserve.lifeMicros() + ":" + reserve.tokens() + ":" + reserve.briefMicros()
                : "");
      }
      case Span span -> {
        var window = span.window();
        add(values, span.limit(), window.startMicros(), window.endMicros(), 0, 0, 0, 0, 0);
      }
    }
  }

  private static void add(List<String> values, long... numbers) {
    for (var it : numbers) {
      values.add(Long.toString(it));
    }
  }

  private static List<Reply> read(List<Object> reply, List<List<Demand>> groups) {
    var now = (Long) reply.get(0);
    var at = 2;
    var replies = new ArrayList<Reply>();
    for (var group : groups) {
      var lines = new ArrayList<Reply.Line>();
      for (var i = 0; i < group.size(); i++) {
        lines.add(
            new Reply.Line(
                Verdict.of((Long) reply.get(at)),
                (Long) reply.get(at + 1),
                (Long) reply.get(at + 2),
                (Long) reply.get(at + 3),
                (Long) reply.get(at + 4),
                (int) (long) (Long) reply.get(at + 5)));
        at += FIELDS;
      }
      replies.add(new Reply(now, lines));
    }
    return replies;
  }
}
