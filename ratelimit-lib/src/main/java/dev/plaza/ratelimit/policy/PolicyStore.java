package dev.plaza.ratelimit.policy;

import java.util.concurrent.CompletionStage;

/// Where the control API keeps policies, so that every node has the same.
public interface PolicyStore {

  /// Stores the policy under its id; answers it with its new version.
  default CompletionStage<Policy> put(Policy policy) {
    return put(policy, Condition.ALWAYS);
  }

  /// The same if the condition holds; else fails with [Condition.NotMet].
  CompletionStage<Policy> put(Policy policy, Condition condition);

  /// Takes the policy away, a configured one too; answers the new version.
  default CompletionStage<Long> delete(String id) {
    return delete(id, Condition.ALWAYS);
  }

  /// The same if the condition holds; else fails with [Condition.NotMet].
  CompletionStage<Long> delete(String id, Condition condition);

  /// All changes, as of one moment.
  CompletionStage<PolicyChanges> changes();

  /// Brings back what the store has lost; does nothing if it knows as much or more.
  CompletionStage<Void> restore(PolicyChanges known);

  /// Calls back, on any thread, when something may have changed, until that is closed. A hint: it
  /// may be lost.
  Hints onChange(Runnable listener);

  /// Hints as long as somebody wants them.
  interface Hints extends AutoCloseable {
    @Override
    void close();
  }
}
