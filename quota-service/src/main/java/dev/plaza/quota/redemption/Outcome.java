package dev.plaza.quota.redemption;

import dev.plaza.quota.shard.Answer;

/// What became of a command that was sent to its shard.
sealed interface Outcome {

  /// The shard answered.
  record Decided(Answer answer) implements Outcome {}

  /// The shard's owner is unknown or did not answer; it may have been decided all the same, and the
  /// same command can be sent again.
  record Unreached(String detail) implements Outcome {}

  /// The instance that was asked does not own the shard (any more).
  record Elsewhere() implements Outcome {}
}
