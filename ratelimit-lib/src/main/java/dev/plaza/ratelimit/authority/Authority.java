package dev.plaza.ratelimit.authority;

import java.util.List;
import java.util.concurrent.CompletionStage;

/// Who debits tokens, once for all nodes. Tokens are debited before they are spent: that is the
/// whole proof.
public interface Authority extends AutoCloseable {

  /// Decides a group: all needs are met or nothing is granted. An exceptional end means that
  /// nobody knows whether tokens were debited; the caller must not send the same again as if they
  /// were not. Never blocks.
  CompletionStage<Reply> ask(List<Demand> group);

  /// Runs the task when the answers that have arrived here are told. Whoever misses an answer asks
  /// this first: the thread that reads them may be behind, and an answer that lies unread is no
  /// sign of an outage. Never blocks.
  default void afterAnswers(Runnable task) {
    task.run();
  }

  @Override
  default void close() {}
}
