package dev.plaza.order.cart;

/// Every limit of a cart in one place.
public final class CartLimits {

  /// Lines of one cart.
  public static final int LINES = 100;

  /// Pieces of one line.
  public static final int QUANTITY = 99;

  /// Characters of a line's note.
  public static final int NOTE = 300;

  /// Choices at one level of a line.
  public static final int CHOICES = 50;

  /// Levels of choices within choices.
  public static final int NESTING = 8;

  private CartLimits() {}
}
