package dev.plaza.quota.shard;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What reaches a shard's thread.
sealed interface Input {

  record Commands(Submission submission) implements Input {}

  /// What happened at the authority.
  record Notice(String offerId, Kind kind, CompletableFuture<Void> heard) implements Input {

    enum Kind {
      /// The rules changed.
      RULES,
      /// Rights are wanted elsewhere.
      RECALL,
      /// There are rights again, or none at all any more.
      NEWS
    }
  }

  /// The authority answered, or did not.
  record Reply(
      RightsDesk.Exchange exchange,
      @Nullable List<Grant> grants,
      @Nullable RuntimeException failure)
      implements Input {}

  /// Somebody reads; served even while nothing can be written.
  record Read(Consumer<ShardCore> reader) implements Input {}
}
