package dev.plaza.catalog.restaurant;

import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;

/// Who may change a restaurant: its own staff, and ops.
public final class Ownership {

  private Ownership() {}

  /// @throws ProblemException 403 for a wrong role, 404 for somebody else's restaurant
  public static void check(Caller caller, String restaurantId) {
    caller.require(Role.RESTAURANT, Role.OPS);
    if (!caller.is(Role.OPS) && !caller.isStaffOf(restaurantId)) {
      throw ProblemException.notFound();
    }
  }
}
