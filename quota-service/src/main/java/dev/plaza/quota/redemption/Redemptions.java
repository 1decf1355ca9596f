package dev.plaza.quota.redemption;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.quota.ownership.ShardMap;
import dev.plaza.quota.shard.Answer;
import dev.plaza.quota.shard.Command;
import dev.plaza.quota.shard.Refusal;
import dev.plaza.quota.shard.Status;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What can be done with one redemption after it was made.
@Component
class Redemptions {

  private final Router router;
  private final Locator locator;
  private final ShardMap map;

  Redemptions(Router router, Locator locator, ShardMap map) {
    this.router = router;
    this.locator = locator;
    this.map = map;
  }

  /// What the caller says about where a GUID belongs.
  record Hints(@Nullable String offerId, @Nullable String userId) {}

  /// @param amount at most what was reserved; null for all of it
  Outcome confirm(UUID guid, @Nullable Long amount, Hints hints, String token) {
    var command = new Command.Confirm(guid, amount);
    OptionalInt near = near(guid, hints);
    if (near.isPresent()) {
      Outcome outcome = router.send(new Addressed(near.getAsInt(), command), token);
      if (!isUnknown(outcome)) {
        return outcome;
      }
    }
    OptionalInt found = search(guid, token);
    if (found.isPresent() && !found.equals(near)) {
      return router.send(new Addressed(found.getAsInt(), command), token);
    }
    // Perhaps it was reversed before it was known: that is marked at shards, and in no index.
    return everywhere(command, token);
  }

  /// An unknown GUID is marked at the shard that the hints name; without hints at every shard, for
  /// the late redemption may come to any of them.
  Outcome reverse(UUID guid, Hints hints, String token) {
    OptionalInt shard = near(guid, hints);
    if (shard.isEmpty()) {
      shard = search(guid, token);
    }
    if (shard.isPresent()) {
      return router.send(new Addressed(shard.getAsInt(), new Command.Reverse(guid)), token);
    }
    return everywhere(new Command.Reverse(guid), token);
  }

  private Outcome everywhere(Command command, String token) {
    var all = IntStream.range(0, map.shards()).mapToObj(it -> new Addressed(it, command)).toList();
    return strongest(router.send(all, token));
  }

  static ProblemException unknown() {
    return new ProblemException(RedemptionProblem.UNKNOWN_GUID, "Nothing is known of this guid.");
  }

  /// Where it is if it is here, or else where the hints say.
  OptionalInt near(UUID guid, Hints hints) {
    OptionalInt here = locator.here(guid);
    return here.isPresent() ? here : locator.hinted(hints.offerId(), hints.userId());
  }

  /// Where it is, by all who may know; empty when nobody does.
  OptionalInt search(UUID guid, String token) {
    long deadline = System.nanoTime() + Router.MOVING_WAIT.toNanos();
    while (true) {
      Locator.Place place = locator.search(guid, token);
      if (place.shard().isPresent() || place.sure()) {
        return place.shard();
      }
      map.doubt();
      if (System.nanoTime() - deadline > 0 || !Router.pause()) {
        throw new ProblemException(
                CommonProblem.UNAVAILABLE, "An instance that may know the guid does not answer.")
            .retryAfter(Duration.ofSeconds(1));
      }
    }
  }

  private static boolean isUnknown(Outcome outcome) {
    return outcome instanceof Outcome.Decided(Answer.Refused(_, Refusal reason))
        && reason == Refusal.UNKNOWN_GUID;
  }

  /// What reversed a redemption, or refuses to confirm it, counts more than what marked an unknown
  /// guid; a shard that did not answer leaves it open.
  private static Outcome strongest(List<Outcome> outcomes) {
    Outcome best = outcomes.getFirst();
    for (Outcome it : outcomes) {
      if (rank(it) > rank(best)) {
        best = it;
      }
    }
    return best;
  }

  private static int rank(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Decided(Answer.Refused _) when !isUnknown(outcome) -> 4;
      case Outcome.Decided(Answer.Done it) when it.current() == Status.REVERSED -> 4;
      case Outcome.Unreached _, Outcome.Elsewhere _, Outcome.Decided(Answer.Unavailable _) -> 3;
      case Outcome.Decided(Answer.Done _) -> 2;
      case Outcome.Decided(Answer.Refused _) -> 1;
    };
  }
}
