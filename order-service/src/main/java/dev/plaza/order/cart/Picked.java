package dev.plaza.order.cart;

import java.util.List;

/// A chosen option, held against a menu.
///
/// @param price of one, without its own modifiers
/// @param available whether it can be had now
public record Picked(
    String groupId,
    String optionId,
    String name,
    int quantity,
    long price,
    boolean available,
    List<Picked> modifiers) {

  /// One piece of the item pays this for the option and its own modifiers.
  ///
  /// @throws ArithmeticException beyond any sensible amount
  long cost() {
    return Math.multiplyExact(quantity, Math.addExact(price, cost(modifiers)));
  }

  /// With everything nested in it.
  boolean wholly() {
    return available && modifiers.stream().allMatch(Picked::wholly);
  }

  Choice choice() {
    return new Choice(groupId, optionId, quantity, modifiers.stream().map(Picked::choice).toList());
  }

  static long cost(List<Picked> picked) {
    long sum = 0;
    for (Picked it : picked) {
      sum = Math.addExact(sum, it.cost());
    }
    return sum;
  }
}
