package dev.plaza.order.checkout;

import dev.plaza.order.order.Money;
import dev.plaza.order.order.OrderAccess;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.order.OrderView;
import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.saga.CancellationPolicy;
import dev.plaza.order.saga.CheckoutSignal.CancelRequested;
import dev.plaza.order.saga.CheckoutSignal.CancelRequested.By;
import dev.plaza.order.saga.Terms;
import dev.plaza.platform.idempotency.Idempotency;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/// How an order begins, and how it is called off.
@RestController
class CheckoutController {

  private final Ordering ordering;
  private final CheckoutRunner checkouts;
  private final OrderStore orders;
  private final OrderAccess access;
  private final Idempotency idempotency;
  private final Terms terms;

  CheckoutController(
      Ordering ordering,
      CheckoutRunner checkouts,
      OrderStore orders,
      OrderAccess access,
      Idempotency idempotency,
      Terms terms) {
    this.ordering = ordering;
    this.checkouts = checkouts;
    this.orders = orders;
    this.access = access;
    this.idempotency = idempotency;
    this.terms = terms;
  }

  /// @param acceptChanges whatever changed since the quote is fine
  record OrderRequest(
      @NotBlank @Size(max = 100) String cartId,
      @Nullable @Size(max = 100) String quoteId,
      @NotNull @Valid Payment payment,
      @Nullable Boolean acceptChanges,
      @Nullable @Valid Device device) {

    /// @param method the payment provider's token, never a card number
    record Payment(@NotBlank @Pattern(regexp = "pm_[A-Za-z0-9_]{1,100}") String method) {}

    record Device(@Nullable @Size(max = 200) String fingerprint) {}

    Ordering.Wish wish() {
      return new Ordering.Wish(
          cartId,
          quoteId,
          Boolean.TRUE.equals(acceptChanges),
          payment.method(),
          device == null ? null : device.fingerprint());
    }
  }

  @PostMapping("/order")
  ResponseEntity<?> order(
      @Valid @RequestBody OrderRequest body, HttpServletRequest request, Caller caller) {
    caller.require(Role.CUSTOMER);
    var wish = body.wish();
    var coupon = ordering.ask(wish, caller);
    return idempotency.once(
        request,
        caller,
        body,
        () -> {
          var order = ordering.place(wish, coupon, caller);
          return ResponseEntity.accepted()
              .location(URI.create("/order/" + order.id()))
              .body(OrderView.of(order, orders, caller));
        });
  }

  /// What cancelling now would cost.
  ///
  /// @param refund what would be released or given back
  record Preview(boolean cancellable, Money refund, Money fee, int feePercent, String policy) {}

  @GetMapping("/order/{id}/cancellation")
  Preview cancellation(@PathVariable String id, Caller caller) {
    var order = cancellable(id, caller);
    var checkout = checkouts.peek(order);
    var currency = checkout.purse().currency();
    long paid = Math.max(checkout.purse().authorized(), checkout.purse().captured());
    var cost = CancellationPolicy.of(checkout, by(caller), terms);
    return cost == null
        ? new Preview(
            false, new Money(0, currency), new Money(paid, currency), 100, "not_cancellable")
        : new Preview(
            true,
            new Money(Math.max(0, paid - cost.fee()), currency),
            new Money(cost.fee(), currency),
            cost.feePercent(),
            cost.policy());
  }

  record CancelRequest(@Nullable @Size(max = 300) String reason) {}

  @PostMapping("/order/{id}/cancel")
  ResponseEntity<?> cancel(
      @PathVariable String id,
      @Valid @RequestBody(required = false) @Nullable CancelRequest body,
      HttpServletRequest request,
      Caller caller) {
    cancellable(id, caller);
    var wish = body == null ? new CancelRequest(null) : body;
    return idempotency.once(
        request,
        caller,
        wish,
        () -> {
          String reason = wish.reason() == null ? "" : wish.reason();
          var order = checkouts.signal(id, new CancelRequested(by(caller), reason));
          return ResponseEntity.ok(OrderView.of(order, orders, caller));
        });
  }

  private StoredOrder cancellable(String id, Caller caller) {
    caller.require(Role.CUSTOMER, Role.OPS);
    return caller.is(Role.OPS) ? access.visible(id, caller) : access.asCustomer(id, caller);
  }

  private static By by(Caller caller) {
    return caller.is(Role.OPS) ? By.OPS : By.CUSTOMER;
  }
}
