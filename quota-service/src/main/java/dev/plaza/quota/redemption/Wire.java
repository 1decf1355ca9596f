package dev.plaza.quota.redemption;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plaza.quota.shard.Answer;
import dev.plaza.quota.shard.Command;
import dev.plaza.quota.shard.Mode;
import dev.plaza.quota.shard.Path;
import dev.plaza.quota.shard.Refusal;
import dev.plaza.quota.shard.Status;
import dev.plaza.quota.shard.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Commands and answers between instances.
final class Wire {

  private Wire() {}

  enum Op {
    SPEND,
    CONFIRM,
    REVERSE
  }

  record Commands(@Nullable List<@Nullable Item> items) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Item(
      int shard,
      @Nullable Op op,
      @Nullable UUID guid,
      @Nullable String offer,
      @Nullable String user,
      @Nullable String order,
      long units,
      @Nullable Long amount,
      @Nullable Mode mode,
      long holdMs) {

    static Item of(Addressed it) {
      return switch (it.command()) {
        case Command.Spend s ->
            new Item(
                it.shard(),
                Op.SPEND,
                s.guid(),
                s.offerId(),
                s.userId(),
                s.orderId(),
                s.units(),
                s.amount(),
                s.mode(),
                s.hold().toMillis());
        case Command.Confirm(var guid, Long amount) -> plain(it.shard(), Op.CONFIRM, guid, amount);
        case Command.Reverse(var guid) -> plain(it.shard(), Op.REVERSE, guid, null);
      };
    }

    private static Item plain(int shard, Op op, UUID guid, @Nullable Long amount) {
      return new Item(shard, op, guid, null, null, null, 0, amount, null, 0);
    }

    /// @throws IllegalArgumentException when it is not whole
    static Addressed addressed(@Nullable Item it) {
      if (it == null || it.op == null || it.guid == null || it.guid.equals(Intake.NIL)) {
        throw new IllegalArgumentException("an item has no op or guid");
      }
      Command command =
          switch (it.op) {
            case SPEND -> spend(it, it.guid);
            case CONFIRM -> new Command.Confirm(it.guid, it.amount);
            case REVERSE -> new Command.Reverse(it.guid);
          };
      return new Addressed(it.shard, command);
    }

    private static Command spend(Item it, UUID guid) {
      if (it.offer == null
          || it.user == null
          || it.order == null
          || it.amount == null
          || it.mode == null) {
        throw new IllegalArgumentException("an item lacks what it spends");
      }
      return new Command.Spend(
          guid,
          it.offer,
          it.user,
          it.order,
          it.units,
          it.amount,
          it.mode,
          Duration.ofMillis(it.holdMs));
    }
  }

  record Replies(List<Reply> items) {}

  /// Exactly one of `status`, `refusal`, `trouble`; or none: the shard is elsewhere.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Reply(
      @Nullable Status status,
      @Nullable Status current,
      @Nullable Path path,
      @Nullable Long remaining,
      boolean repeated,
      @Nullable Refusal refusal,
      @Nullable Trouble trouble) {

    static Reply of(Outcome outcome) {
      return switch (outcome) {
        case Outcome.Decided(Answer.Done it) ->
            new Reply(
                it.status(),
                it.current(),
                it.path(),
                it.remainingHint(),
                it.repeated(),
                null,
                null);
        case Outcome.Decided(Answer.Refused it) ->
            new Reply(null, null, null, null, false, it.reason(), null);
        case Outcome.Decided(Answer.Unavailable it) ->
            new Reply(null, null, null, null, false, null, it.trouble());
        case Outcome.Unreached _ ->
            new Reply(null, null, null, null, false, null, Trouble.OVERLOADED);
        case Outcome.Elsewhere _ -> new Reply(null, null, null, null, false, null, null);
      };
    }

    Outcome outcome(UUID guid) {
      if (status != null && current != null && path != null) {
        return new Outcome.Decided(
            new Answer.Done(guid, status, current, path, remaining, repeated));
      }
      if (refusal != null) {
        return new Outcome.Decided(new Answer.Refused(guid, refusal));
      }
      return trouble == null
          ? new Outcome.Elsewhere()
          : new Outcome.Decided(new Answer.Unavailable(guid, trouble));
    }
  }
}
