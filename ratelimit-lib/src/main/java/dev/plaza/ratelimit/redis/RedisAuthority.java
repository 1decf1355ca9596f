package dev.plaza.ratelimit.redis;

import dev.plaza.ratelimit.authority.Authority;
import dev.plaza.ratelimit.authority.Demand;
import dev.plaza.ratelimit.authority.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/// The authority that all nodes share: a Redis, or a Redis cluster.
///
/// On one server any buckets can be decided together; groups that come while some calls are under
/// way go out together with the next. In a cluster only buckets of one tag lie together: a group
/// is split by tag, and what one part grants while another refuses stays a lease of this node.
public final class RedisAuthority implements Authority {

  private final RedisLink link;
  private final AcquireCall call;
  private final Batch batch;

  /// @param link stays open when this is closed
  public RedisAuthority(RedisLink link) {
    this.link = link;
    this.call = new AcquireCall();
    this.batch = new Batch(this::send);
  }

  @Override
  public CompletionStage<Reply> ask(List<Demand> group) {
    return link.isCluster() ? askCluster(group) : batch.add(group);
  }

  @Override
  public void afterAnswers(Runnable task) {
    link.afterReading(task);
  }

  private CompletionStage<List<Reply>> send(List<List<Demand>> groups) {
    return call.send(link.commands(), AcquireCall.EPOCH, AcquireCall.ONE_EPOCH, groups);
  }

  private CompletionStage<Reply> askCluster(List<Demand> group) {
    var parts = new ArrayList<CompletableFuture<Reply>>();
    var tags = group.stream().map(Demand::tag).distinct().toList();
    if (group.isEmpty()) {
      return part(0, List.of());
    }
    for (var tag : tags) {
      parts.add(part(tag, group.stream().filter(it -> it.tag() == tag).toList()));
    }
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    return CompletableFuture.allOf(parts.toArray(new CompletableFuture<?>[0]))
        .thenApply(_ -> joined(group, tags, parts));
  }

  private CompletableFuture<Reply> part(int tag, List<Demand> demands) {
    return call.send(link.commands(), AcquireCall.epochOf(tag), tag, List.of(demands))
        .thenApply(List::getFirst)
        .toCompletableFuture();
  }

  private static Reply joined(
      List<Demand> group, List<Integer> tags, List<CompletableFuture<Reply>> parts) {
    var next = new int[parts.size()];
    var lines = new ArrayList<Reply.Line>();
    for (var demand : group) {
      var part = tags.indexOf(demand.tag());
      lines.add(parts.get(part).join().lines().get(next[part]++));
    }
    return new Reply(parts.getLast().join().nowMicros(), lines);
  }
}
