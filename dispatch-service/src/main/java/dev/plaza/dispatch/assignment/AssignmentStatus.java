package dev.plaza.dispatch.assignment;

/// How far a courier got with an order.
public enum AssignmentStatus {
  /// On his way to the restaurant.
  ACTIVE,
  /// Has the food.
  PICKED_UP,
  DELIVERED,
  /// He gave it back, or took it along.
  CANCELLED,
  /// He went silent.
  VANISHED,
  /// The order ended under him.
  ENDED;

  public boolean live() {
    return switch (this) {
      case ACTIVE, PICKED_UP -> true;
      case DELIVERED, CANCELLED, VANISHED, ENDED -> false;
    };
  }
}
