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

  @Override
  default void close() {}
}
