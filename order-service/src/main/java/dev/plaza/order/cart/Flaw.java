package dev.plaza.order.cart;

import dev.plaza.order.restaurant.Menu;
import java.util.List;

/// What is wrong with the choices of a line, and where, relative to the line.
public sealed interface Flaw {

  String pointer();

  String detail();

  CartProblem code();

  /// A group wants more choices. Carries all a client needs to ask its customer.
  record Missing(String pointer, Menu.Group wanted, int chosen) implements Flaw {
    @Override
    public String detail() {
      return "choose at least %d of %s (%s)".formatted(wanted.min(), wanted.name(), wanted.id());
    }

    @Override
    public CartProblem code() {
      return CartProblem.MODIFIERS_MISSING;
    }

    MissingGroup shown(String line, String sku) {
      return new MissingGroup(
          line + pointer,
          sku,
          wanted.id(),
          wanted.name(),
          wanted.min(),
          wanted.max(),
          chosen,
          wanted.options().stream()
              .map(it -> new MissingGroup.Offer(it.id(), it.name(), it.price(), it.available()))
              .toList());
    }
  }

  record Wrong(String pointer, CartProblem code, String detail) implements Flaw {}

  /// A group to choose from, as the problem `modifiers_missing` shows it.
  ///
  /// @param group its id
  record MissingGroup(
      String pointer,
      String sku,
      String group,
      String name,
      int min,
      int max,
      int chosen,
      List<Offer> options) {
    record Offer(String id, String name, long price, boolean available) {}
  }
}
