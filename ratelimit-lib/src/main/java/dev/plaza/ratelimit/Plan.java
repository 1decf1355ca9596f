package dev.plaza.ratelimit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The limits that requests of one kind must pass, found once for all of them.
final class Plan {

  final Rulebook owner;

  /// Must all admit.
  final Limit[] limits;

  /// Are only watched.
  final Limit[] shadows;

  /// The one limit of most plans, for a shorter way.
  final @Nullable Limit only;

  final boolean exact;

  /// The policy that refuses requests without a user, if there is one.
  final @Nullable String anonymousRefusedBy;

  Plan(
      Rulebook owner,
      List<Limit> limits,
      List<Limit> shadows,
      @Nullable String anonymousRefusedBy) {
    this.owner = owner;
    this.limits = limits.toArray(new Limit[0]);
    this.shadows = shadows.toArray(new Limit[0]);
    this.anonymousRefusedBy = anonymousRefusedBy;
    this.only =
        limits.size() == 1 && shadows.isEmpty() && anonymousRefusedBy == null
            ? limits.getFirst()
            : null;
    this.exact = limits.stream().anyMatch(it -> it.exact);
  }
}
