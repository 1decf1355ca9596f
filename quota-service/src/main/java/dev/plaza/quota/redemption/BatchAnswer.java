package dev.plaza.quota.redemption;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.quota.shard.Answer;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The answers to a batch, in its order.
record BatchAnswer(List<Item> items) {

  private static final int CREATED = 201;

  /// @param httpStatus what the same request alone would have been answered with
  /// @param code the problem's code, if it is one
  /// @param retryAfterS set if the same item can be sent again
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Item(
      int httpStatus,
      @Nullable String guid,
      @Nullable String status,
      @Nullable String current,
      @Nullable String path,
      @Nullable Long remainingHint,
      @Nullable String code,
      @Nullable String detail,
      @Nullable Integer retryAfterS,
      @Nullable List<ProblemException.FieldError> errors) {

    static Item of(UUID guid, Outcome outcome) {
      if (outcome instanceof Outcome.Decided(Answer.Done it)) {
        RedemptionAnswer answer = RedemptionAnswer.of(it);
        return new Item(
            CREATED,
            guid.toString(),
            answer.status(),
            answer.current(),
            answer.path(),
            answer.remainingHint(),
            null,
            null,
            null,
            null);
      }
      RedemptionAnswer.Fault fault = RedemptionAnswer.fault(outcome);
      return new Item(
          fault.code().status(),
          guid.toString(),
          null,
          null,
          null,
          null,
          fault.code().code(),
          fault.detail(),
          fault.again() ? 1 : null,
          null);
    }

    static Item of(@Nullable String guid, int index, ProblemException problem) {
      var errors =
          problem.errors().stream()
              .map(
                  it ->
                      new ProblemException.FieldError(
                          "/items/" + index + it.pointer(), it.detail()))
              .toList();
      return new Item(
          problem.code().status(),
          guid,
          null,
          null,
          null,
          null,
          problem.code().code(),
          problem.getMessage(),
          problem.retryAfter() == null ? null : 1,
          errors.isEmpty() ? null : errors);
    }
  }
}
