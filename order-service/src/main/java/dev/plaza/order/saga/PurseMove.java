package dev.plaza.order.saga;

import dev.plaza.order.order.Fact;
import java.util.List;
import java.util.stream.Stream;

/// What a signal or a wish did to a purse.
///
/// @param facts what is worth knowing whatever state the order is in
record PurseMove(
    Purse purse,
    News news,
    List<CheckoutCommand> commands,
    List<Movement> movements,
    List<Fact> facts) {

  /// What it means for the order.
  enum News {
    NONE,
    LIVE,
    DECLINED,
    VOIDED,
    LOST,
    CAPTURED,
    CAPTURE_REFUSED,
    REFUNDED,
    REFUND_FAILED
  }

  static PurseMove to(Purse purse, News news) {
    return new PurseMove(purse, news, List.of(), List.of(), List.of());
  }

  PurseMove command(CheckoutCommand one) {
    return new PurseMove(purse, news, plus(commands, one), movements, facts);
  }

  PurseMove movement(Movement one) {
    return new PurseMove(purse, news, commands, plus(movements, one), facts);
  }

  PurseMove fact(Fact one) {
    return new PurseMove(purse, news, commands, movements, plus(facts, one));
  }

  PurseMove purse(Purse next) {
    return new PurseMove(next, news, commands, movements, facts);
  }

  private static <T> List<T> plus(List<T> all, T one) {
    return Stream.concat(all.stream(), Stream.of(one)).toList();
  }
}
