package dev.plaza.tracking.track;

import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import org.springframework.stereotype.Component;

/// Who may look at an order: its customer, its restaurant, its courier, and ops.
@Component
class TrackAccess {

  private final TrackedOrders orders;

  TrackAccess(TrackedOrders orders) {
    this.orders = orders;
  }

  /// The order, for those whom it concerns; 404 for all others.
  TrackedOrder require(Caller caller, String orderId) {
    return orders
        .find(orderId)
        .filter(it -> maySee(caller, it))
        .orElseThrow(ProblemException::notFound);
  }

  static boolean maySee(Caller caller, TrackedOrder order) {
    return caller.is(Role.OPS)
        || (caller.is(Role.CUSTOMER) && caller.subject().equals(order.customerId()))
        || (caller.is(Role.COURIER) && caller.subject().equals(order.courierId()))
        || caller.isStaffOf(order.restaurantId());
  }
}
