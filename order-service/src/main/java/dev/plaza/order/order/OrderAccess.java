package dev.plaza.order.order;

import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import org.springframework.stereotype.Component;

/// Who may see and touch which order. What is not yours is not there.
@Component
public class OrderAccess {

  private final OrderStore orders;

  OrderAccess(OrderStore orders) {
    this.orders = orders;
  }

  /// As anybody who has to do with it: its customer, its restaurant's staff, its courier, ops.
  public StoredOrder visible(String orderId, Caller caller) {
    caller.require(Role.CUSTOMER, Role.RESTAURANT, Role.COURIER, Role.OPS, Role.SERVICE);
    return orders
        .find(orderId)
        .filter(
            it ->
                caller.is(Role.OPS)
                    || caller.is(Role.SERVICE)
                    || isCustomer(it, caller)
                    || caller.isStaffOf(it.restaurantId())
                    || isCourier(it, caller))
        .orElseThrow(ProblemException::notFound);
  }

  public StoredOrder asCustomer(String orderId, Caller caller) {
    caller.require(Role.CUSTOMER);
    return orders
        .find(orderId)
        .filter(it -> isCustomer(it, caller))
        .orElseThrow(ProblemException::notFound);
  }

  public StoredOrder asRestaurant(String orderId, Caller caller) {
    caller.require(Role.RESTAURANT);
    return orders
        .find(orderId)
        .filter(it -> caller.isStaffOf(it.restaurantId()))
        .orElseThrow(ProblemException::notFound);
  }

  public StoredOrder asCourier(String orderId, Caller caller) {
    caller.require(Role.COURIER);
    return orders
        .find(orderId)
        .filter(it -> isCourier(it, caller))
        .orElseThrow(ProblemException::notFound);
  }

  static boolean isCustomer(StoredOrder order, Caller caller) {
    return caller.is(Role.CUSTOMER) && order.customerId().equals(caller.subject());
  }

  static boolean isCourier(StoredOrder order, Caller caller) {
    return caller.is(Role.COURIER) && caller.subject().equals(order.courierId());
  }
}
