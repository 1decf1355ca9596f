package dev.plaza.quota.redemption;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemCode;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.quota.shard.Answer;
import dev.plaza.quota.shard.Path;
import dev.plaza.quota.shard.Refusal;
import dev.plaza.quota.shard.Status;
import dev.plaza.quota.shard.Trouble;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A redemption as it was decided.
///
/// @param status what the first such request led to; the same again for each repetition
/// @param current where it stands now, if that has become something else
/// @param remainingHint what was left when it was decided, as far as its shard knew; null: no limit
record RedemptionAnswer(
    UUID guid,
    String status,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String current,
    String path,
    @Nullable Long remainingHint) {

  private static final Duration RETRY = Duration.ofSeconds(1);

  /// @throws ProblemException when it was refused or not decided
  static RedemptionAnswer of(UUID guid, Outcome outcome) {
    if (outcome instanceof Outcome.Decided(Answer.Done it)) {
      return of(it);
    }
    throw problem(guid, outcome);
  }

  static RedemptionAnswer of(Answer.Done it) {
    return new RedemptionAnswer(
        it.guid(),
        word(it.status()),
        it.current() == it.status() ? null : word(it.current()),
        word(it.path()),
        it.remainingHint());
  }

  static String word(Status status) {
    return switch (status) {
      case RESERVED -> "reserved";
      case CONFIRMED -> "redeemed";
      case REVERSED -> "reversed";
      case EXPIRED -> "expired";
      case CANCELLED -> "cancelled";
    };
  }

  static String word(Path path) {
    return path.name().toLowerCase(Locale.ROOT);
  }

  /// Why it is not done.
  record Fault(ProblemCode code, String detail, boolean again) {}

  static Fault fault(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Decided(Answer.Refused(_, Refusal reason)) -> {
        var code = RedemptionProblem.of(reason);
        yield new Fault(code, code.title() + ".", false);
      }
      case Outcome.Decided(Answer.Unavailable(_, Trouble trouble)) -> fault(trouble);
      case Outcome.Unreached(String detail) -> new Fault(CommonProblem.UNAVAILABLE, detail, true);
      case Outcome.Elsewhere _ ->
          new Fault(CommonProblem.UNAVAILABLE, "The shard is moving.", true);
      case Outcome.Decided(Answer.Done _) -> throw new IllegalArgumentException("it is done");
    };
  }

  private static Fault fault(Trouble trouble) {
    return switch (trouble) {
      case AUTHORITY ->
          new Fault(CommonProblem.UNAVAILABLE, "No rights here, and none to be had now.", true);
      case STORAGE -> new Fault(CommonProblem.UNAVAILABLE, "The log cannot be written.", true);
      case OVERLOADED -> new Fault(CommonProblem.UNAVAILABLE, "Too much is waiting.", true);
      case STALE_EPOCH ->
          new Fault(RedemptionProblem.STALE_EPOCH, "Whether it was done shows a repetition.", true);
    };
  }

  private static ProblemException problem(UUID guid, Outcome outcome) {
    Fault fault = fault(outcome);
    var problem = new ProblemException(fault.code(), fault.detail()).with("guid", guid);
    return fault.again() ? problem.retryAfter(RETRY) : problem;
  }
}
