package dev.plaza.dispatch.job;

import java.util.EnumSet;
import java.util.Set;

/// Where the search for a courier stands.
public enum JobStatus {
  /// Waits for the next round.
  OPEN,
  /// An offer is out.
  OFFERED,
  /// A courier is bound to it.
  ASSIGNED,
  /// He has the food.
  PICKED_UP,
  /// Handed over.
  DELIVERED,
  /// Nobody found in time; dispatch has given up.
  FAILED,
  /// The food is gone with the courier.
  LOST,
  /// The order ended for a reason of its own.
  WITHDRAWN;

  public Set<JobStatus> next() {
    return switch (this) {
      case OPEN -> EnumSet.of(OFFERED, FAILED, WITHDRAWN);
      case OFFERED -> EnumSet.of(OPEN, ASSIGNED, WITHDRAWN);
      case ASSIGNED -> EnumSet.of(OPEN, PICKED_UP, DELIVERED, WITHDRAWN);
      case PICKED_UP -> EnumSet.of(DELIVERED, LOST, WITHDRAWN);
      // The saga may ask again for what dispatch had given up.
      case FAILED -> EnumSet.of(OPEN);
      case DELIVERED, LOST, WITHDRAWN -> EnumSet.noneOf(JobStatus.class);
    };
  }

  public boolean live() {
    return switch (this) {
      case OPEN, OFFERED, ASSIGNED, PICKED_UP -> true;
      case DELIVERED, FAILED, LOST, WITHDRAWN -> false;
    };
  }
}
