package dev.plaza.catalog.menu;

import java.util.List;

/// A menu as anybody sees it.
record MenuView(
    String restaurantId, long menuVersion, String currency, List<Menu.Category> categories) {

  static MenuView of(Menus.Current current) {
    return new MenuView(
        current.restaurantId(),
        current.version(),
        current.menu().currency(),
        current.menu().categories());
  }

  /// `"7"`, or `"7.42"` once something of it was sold or counted: the part before the point is
  /// what `If-Match` of the next version wants.
  static String tag(Menus.Current current) {
    return current.changes() == 0
        ? "\"" + current.version() + "\""
        : "\"" + current.version() + "." + current.changes() + "\"";
  }
}
