package dev.plaza.ratelimit.policy;

import java.util.concurrent.CompletionStage;

/// Where the control API keeps policies, so that every node has the same.
public interface PolicyStore {

  /// Stores the policy under its id; answers it with its new version.
  CompletionStage<Policy> put(Policy policy);

  /// Takes the policy away, a configured one too; answers the new version.
  CompletionStage<Long> delete(String id);

  /// All changes, as of one moment.
  CompletionStage<PolicyChanges> changes();

  /// Brings back what the store has lost; does nothing if it knows as much or more.
  CompletionStage<Void> restore(PolicyChanges known);

  /// Calls back, on any thread, when something may have changed. A hint: it may be lost.
  void onChange(Runnable listener);
}
