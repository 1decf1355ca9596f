package dev.plaza.order.saga;

import dev.plaza.order.order.Fact;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a signal leads to.
///
/// @param facts what happened, in order; empty: the signal was late or repeated and changed nothing
/// @param refusal why a caller cannot have what it asked for; then nothing changes
public record Decision(
    Checkout next,
    List<CheckoutCommand> commands,
    List<Fact> facts,
    List<Movement> movements,
    @Nullable Refusal refusal) {

  /// @param code stable, for the caller
  public record Refusal(Code code, String detail) {
    public enum Code {
      /// Not in this state.
      ILLEGAL_TRANSITION,
      /// More than what was taken and not yet given back.
      REFUND_EXCEEDS_CAPTURED,
      /// Nothing more of this kind for this order.
      TOO_MANY
    }
  }

  static Decision to(Checkout next) {
    return new Decision(next, List.of(), List.of(), List.of(), null);
  }

  /// What comes before the first signal.
  public static Decision placed(Checkout checkout, Fact fact) {
    return to(checkout).fact(fact);
  }

  /// Late, repeated, or none of this state's business.
  static Decision stay(Checkout same) {
    return to(same);
  }

  static Decision refuse(Checkout same, String what) {
    return refuse(
        same, Refusal.Code.ILLEGAL_TRANSITION, "An order in " + same.status() + " cannot " + what);
  }

  static Decision refuse(Checkout same, Refusal.Code code, String detail) {
    return new Decision(same, List.of(), List.of(), List.of(), new Refusal(code, detail));
  }

  Decision then(CheckoutCommand... more) {
    return then(List.of(more));
  }

  Decision then(List<CheckoutCommand> more) {
    return new Decision(next, plus(commands, more), facts, movements, refusal);
  }

  Decision fact(Fact.Type type) {
    return fact(Fact.of(type));
  }

  Decision fact(Fact fact) {
    return new Decision(next, commands, plus(facts, List.of(fact)), movements, refusal);
  }

  /// Takes over what a purse did.
  Decision with(PurseMove move) {
    return new Decision(
        next,
        plus(commands, move.commands()),
        plus(move.facts(), facts),
        plus(movements, move.movements()),
        refusal);
  }

  /// What was decided before this decision comes first.
  public Decision after(Decision earlier) {
    return new Decision(
        next,
        plus(earlier.commands, commands),
        plus(earlier.facts, facts),
        plus(earlier.movements, movements),
        refusal);
  }

  private static <T> List<T> plus(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
