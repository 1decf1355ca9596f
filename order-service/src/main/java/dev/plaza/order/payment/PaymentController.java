package dev.plaza.order.payment;

import dev.plaza.order.checkout.CheckoutProblem;
import dev.plaza.order.checkout.CheckoutRunner;
import dev.plaza.order.order.Money;
import dev.plaza.order.order.OrderAccess;
import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.saga.CheckoutSignal.RefundRequested;
import dev.plaza.order.saga.Liable;
import dev.plaza.platform.Ids;
import dev.plaza.platform.idempotency.Idempotency;
import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.paging.Page;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Money after the fact: refunds and the books, for ops.
@RestController
class PaymentController {

  private final CheckoutRunner checkouts;
  private final OrderAccess access;
  private final Ledger ledger;
  private final Idempotency idempotency;
  private final Cursors cursors;

  PaymentController(
      CheckoutRunner checkouts,
      OrderAccess access,
      Ledger ledger,
      Idempotency idempotency,
      Cursors cursors) {
    this.checkouts = checkouts;
    this.access = access;
    this.ledger = ledger;
    this.idempotency = idempotency;
    this.cursors = cursors;
  }

  /// @param amount absent: all that is left
  record RefundRequest(
      @Nullable @Valid RefundAmount amount,
      @NotBlank @Size(max = 300) String reason,
      @NotNull Liable liable) {}

  /// @param refundable what can still be given back after this one
  record RefundView(
      String refundId,
      String orderId,
      Money amount,
      String liable,
      String status,
      Money refundable) {}

  @PostMapping("/order/{id}/refund")
  ResponseEntity<?> refund(
      @PathVariable String id,
      @Valid @RequestBody RefundRequest body,
      HttpServletRequest request,
      Caller caller) {
    caller.require(Role.OPS);
    var order = access.visible(id, caller);
    return idempotency.once(request, caller, body, () -> refund(order, body));
  }

  private ResponseEntity<RefundView> refund(StoredOrder seen, RefundRequest body) {
    var currency = checkouts.peek(seen).purse().currency();
    var wish = body.amount();
    if (wish != null && wish.currency() != null && !wish.currency().equals(currency)) {
      throw new ProblemException(
              CheckoutProblem.CURRENCY_MISMATCH, "This order was paid in " + currency + ".")
          .at("/amount/currency", "is not " + currency);
    }
    var refundId = Ids.next();
    var order =
        checkouts.signal(
            seen.id(),
            new RefundRequested(
                refundId, wish == null ? null : wish.amount(), body.reason(), body.liable()));
    var purse = checkouts.peek(order).purse();
    var refund =
        purse.refunds().stream()
            .filter(it -> it.id().equals(refundId))
            .findFirst()
            .orElseThrow(() -> new ProblemException(CommonProblem.CONFLICT, "Not refunded."));
    return ResponseEntity.accepted()
        .body(
            new RefundView(
                refundId,
                order.id(),
                new Money(refund.amount(), currency),
                refund.liable().wire(),
                "requested",
                new Money(purse.refundable(), currency)));
  }

  @GetMapping("/order/{id}/ledger")
  Page<Ledger.Entry> ledger(
      @PathVariable String id,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor,
      Caller caller) {
    caller.require(Role.OPS);
    access.visible(id, caller);
    int size = limit == null ? 100 : Cursors.limit(limit);
    String scope = "ledger|" + id;
    long after = cursor == null ? 0 : Long.parseLong(cursors.decode(scope, cursor).getFirst());
    var found = ledger.of(id, after, size + 1);
    var page = found.stream().limit(size).toList();
    return new Page<>(
        page, found.size() > size ? cursors.encode(scope, page.getLast().id()) : null);
  }
}
