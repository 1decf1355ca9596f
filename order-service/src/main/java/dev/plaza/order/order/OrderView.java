package dev.plaza.order.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plaza.contracts.Place;
import dev.plaza.order.pricing.OrderLine;
import dev.plaza.order.pricing.PriceBreakdown;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An order as the HTTP contract shows it.
///
/// @param delivery where to; without the hand-over code for everybody but the customer
/// @param risk null for everybody but ops
/// @param receipt once the money is taken
public record OrderView(
    String id,
    OrderStatus status,
    @Nullable String reason,
    String customerId,
    RestaurantView restaurant,
    List<OrderLine> items,
    PriceBreakdown price,
    PaymentView payment,
    @Nullable CourierView courier,
    DeliveryView delivery,
    @Nullable Instant readyAt,
    @Nullable Instant promisedBy,
    Progress.@Nullable Eta eta,
    @Nullable OfferView substitution,
    @JsonInclude(JsonInclude.Include.NON_NULL) Progress.@Nullable Coupon coupon,
    @JsonInclude(JsonInclude.Include.NON_NULL) Progress.@Nullable Risk risk,
    @Nullable ReceiptView receipt,
    String cartId,
    Instant createdAt,
    Instant updatedAt,
    long version) {

  record RestaurantView(String id, String name, Place location) {}

  record PaymentView(String status, Money authorized, Money captured, Money refunded) {}

  record CourierView(String id, String assignmentId, boolean arrived, boolean pickedUp) {}

  record DeliveryView(
      Place location,
      String address,
      @Nullable String instructions,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String code) {}

  /// What the customer is asked: both answers with their lines and price; null: nothing is left.
  record OfferView(
      List<String> lineIds,
      @Nullable PricedView approved,
      @Nullable PricedView declined,
      Instant expiresAt) {}

  record PricedView(List<OrderLine> items, PriceBreakdown price) {}

  /// @param total what was taken and not given back
  /// @param discounts what was taken off before
  record ReceiptView(
      Money total,
      Money captured,
      Money refunded,
      Money fee,
      List<PriceBreakdown.Discount> discounts,
      List<PriceBreakdown.Tax> taxes,
      Instant at) {}

  public static OrderView of(StoredOrder order, OrderStore orders, Caller caller) {
    var progress = order.progress();
    var content = orders.content(order.id(), progress.revision());
    var draft = content.draft();
    var mine = OrderAccess.isCustomer(order, caller);
    return new OrderView(
        order.id(),
        progress.status(),
        progress.reason(),
        order.customerId(),
        new RestaurantView(order.restaurantId(), draft.restaurantName(), draft.pickup()),
        content.lines(),
        content.price(),
        payment(progress.payment(), draft.currency()),
        courier(progress.ride()),
        new DeliveryView(
            draft.dropoff(),
            draft.address(),
            draft.instructions(),
            mine ? order.handoverCode() : null),
        progress.readyAt(),
        progress.promisedBy(),
        progress.eta(),
        offer(order, orders),
        progress.coupon(),
        caller.is(Role.OPS) ? progress.risk() : null,
        receipt(order, content),
        order.cartId(),
        order.createdAt(),
        order.updatedAt(),
        order.version());
  }

  private static PaymentView payment(Progress.Payment payment, String currency) {
    return new PaymentView(
        payment.status(),
        new Money(payment.authorized(), currency),
        new Money(payment.captured(), currency),
        new Money(payment.refunded(), currency));
  }

  private static @Nullable CourierView courier(Progress.@Nullable Ride ride) {
    return ride == null
        ? null
        : new CourierView(ride.courierId(), ride.assignmentId(), ride.arrived(), ride.pickedUp());
  }

  private static @Nullable OfferView offer(StoredOrder order, OrderStore orders) {
    var offer = order.progress().substitution();
    return offer == null
        ? null
        : new OfferView(
            offer.lines(),
            priced(order.id(), offer.approved(), orders),
            priced(order.id(), offer.declined(), orders),
            offer.expiresAt());
  }

  private static @Nullable PricedView priced(
      String orderId, @Nullable String revision, OrderStore orders) {
    if (revision == null) {
      return null;
    }
    var content = orders.content(orderId, revision);
    return new PricedView(content.lines(), content.price());
  }

  private static @Nullable ReceiptView receipt(StoredOrder order, OrderContent content) {
    var payment = order.progress().payment();
    if (!order.progress().status().terminal()
        || (payment.captured() == 0 && order.progress().status() != OrderStatus.CAPTURED)) {
      return null;
    }
    var currency = content.price().currency();
    var delivered = order.progress().status() == OrderStatus.CAPTURED;
    return new ReceiptView(
        new Money(payment.captured() - payment.refunded(), currency),
        new Money(payment.captured(), currency),
        new Money(payment.refunded(), currency),
        new Money(order.progress().fee(), currency),
        delivered ? content.price().discounts() : List.of(),
        delivered ? content.price().taxes() : List.of(),
        order.updatedAt());
  }
}
