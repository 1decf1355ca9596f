package dev.plaza.ratelimit.redis;

import dev.plaza.ratelimit.policy.Condition;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.PolicyChanges;
import dev.plaza.ratelimit.policy.PolicyJson;
import dev.plaza.ratelimit.policy.PolicyStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Policies in Redis: one hash, changed by one script that also tells all nodes. The only key of
/// the limiter that has no time to live.
public final class RedisPolicyStore implements PolicyStore {

  private static final Logger log = LoggerFactory.getLogger(RedisPolicyStore.class);
  private static final String KEY = "rl:policies";
  private static final String CHANNEL = "rl:policies:changed";
  private static final Script SCRIPT = Script.named("policies.lua");

  private final RedisLink link;

  public RedisPolicyStore(RedisLink link) {
    this.link = link;
  }

  @Override
  public CompletionStage<Policy> put(Policy policy, Condition condition) {
    return change("put", policy.id(), PolicyJson.write(policy), condition)
        .thenApply(policy::withVersion);
  }

  @Override
  public CompletionStage<Long> delete(String id, Condition condition) {
    return change("delete", id, "", condition);
  }

  private CompletionStage<Long> change(String how, String id, String value, Condition condition) {
    var unchanged = condition.configured() ? "0" : "";
    return call(List.of(how, CHANNEL, id, value, condition.wanted(), unchanged))
        .thenApply(
            reply -> {
              if (reply.isEmpty()) {
                throw new Condition.NotMet();
              }
              return (Long) reply.getFirst();
            });
  }

  @Override
  public CompletionStage<PolicyChanges> changes() {
    return call(List.of("list", CHANNEL)).thenApply(RedisPolicyStore::read);
  }

  @Override
  public CompletionStage<Void> restore(PolicyChanges known) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("restore", CHANNEL, Long.toString(known.version())));
    for (var policy : known.put()) {
      arguments.add(policy.id());
      arguments.add(policy.version() + " " + PolicyJson.write(policy));
    }
    for (var id : known.deleted()) {
      arguments.add(id);
      arguments.add("");
    }
    return call(arguments).thenAccept(_ -> {});
  }

  @Override
  public Hints onChange(Runnable listener) {
    var listening = link.listen(CHANNEL, listener);
    return listening::close;
  }

  private CompletionStage<List<Object>> call(List<String> arguments) {
    try {
      return SCRIPT.call(link.commands(), List.of(KEY), arguments);
    } catch (RuntimeException e) {
      return CompletableFuture.failedStage(e);
    }
  }

  private static PolicyChanges read(List<Object> reply) {
    var put = new ArrayList<Policy>();
    var deleted = new HashSet<String>();
    for (var i = 1; i < reply.size(); i += 2) {
      var id = (String) reply.get(i);
      var value = (String) reply.get(i + 1);
      if (value.isEmpty()) {
        deleted.add(id);
        continue;
      }
      var space = value.indexOf(' ');
      try {
        var policy = PolicyJson.read(value.substring(space + 1));
        put.add(policy.withVersion(Long.parseLong(value, 0, space, 10)));
      } catch (RuntimeException e) {
        // One policy that a newer version wrote must not keep the others out of force.
        log.warn("Policy {} cannot be read and is left out: {}", id, e.getMessage());
      }
    }
    put.sort(Comparator.comparing(Policy::id));
    return new PolicyChanges((Long) reply.getFirst(), put, deleted);
  }
}
