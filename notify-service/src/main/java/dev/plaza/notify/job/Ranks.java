package dev.plaza.notify.job;

import dev.plaza.notify.provider.Outgoing.Priority;

/// Priorities as the tables number them: the lowest number is the most urgent.
public final class Ranks {

  private Ranks() {}

  public static int of(Priority priority) {
    return switch (priority) {
      case CRITICAL -> 0;
      case TRANSACTIONAL -> 1;
      case BULK -> 2;
    };
  }

  public static Priority at(int rank) {
    for (Priority it : Priority.values()) {
      if (of(it) == rank) {
        return it;
      }
    }
    throw new IllegalArgumentException("no priority " + rank);
  }
}
