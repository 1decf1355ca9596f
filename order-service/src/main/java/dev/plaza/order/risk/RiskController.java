package dev.plaza.order.risk;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.plaza.order.checkout.CheckoutRunner;
import dev.plaza.order.order.Money;
import dev.plaza.order.order.OrderAccess;
import dev.plaza.order.order.OrderStatus;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.order.OrderView;
import dev.plaza.order.saga.CheckoutSignal.ReviewDecided;
import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.paging.Page;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The review queue, for ops.
@RestController
class RiskController {

  private static final String SCOPE = "reviews";

  private final Reviews reviews;
  private final CheckoutRunner checkouts;
  private final OrderStore orders;
  private final OrderAccess access;
  private final Cursors cursors;
  private final TransactionTemplate transaction;

  RiskController(
      Reviews reviews,
      CheckoutRunner checkouts,
      OrderStore orders,
      OrderAccess access,
      Cursors cursors,
      TransactionTemplate transaction) {
    this.reviews = reviews;
    this.checkouts = checkouts;
    this.orders = orders;
    this.access = access;
    this.cursors = cursors;
    this.transaction = transaction;
  }

  /// @param reasons `<rule>:<weight>` of what speaks against it
  record ReviewView(
      String orderId,
      String reason,
      List<String> reasons,
      OrderStatus status,
      String customerId,
      String restaurantId,
      @Nullable String courierId,
      Money total,
      Instant openedAt) {}

  @GetMapping("/risk/reviews")
  Page<ReviewView> reviews(
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor,
      Caller caller) {
    caller.require(Role.OPS);
    int size = Cursors.limit(limit);
    var from = cursor == null ? null : cursors.decode(SCOPE, cursor);
    var found =
        reviews.open(
            from == null ? null : Instant.parse(from.get(0)),
            from == null ? null : from.get(1),
            size + 1);
    var page = found.stream().limit(size).map(this::view).toList();
    return new Page<>(page, found.size() > size ? next(page.getLast()) : null);
  }

  private String next(ReviewView last) {
    return cursors.encode(SCOPE, last.openedAt(), last.orderId());
  }

  private ReviewView view(Reviews.Review review) {
    var order = orders.find(review.orderId()).orElseThrow(ProblemException::notFound);
    var price = orders.content(order.id(), order.progress().revision()).price();
    return new ReviewView(
        order.id(),
        review.reason(),
        review.rules(),
        order.progress().status(),
        order.customerId(),
        order.restaurantId(),
        order.courierId(),
        new Money(price.total(), price.currency()),
        review.openedAt());
  }

  record DecisionRequest(@NotNull Verdict decision, @Nullable @Size(max = 500) String note) {
    enum Verdict {
      APPROVE,
      REFUSE;

      @JsonCreator
      static Verdict of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
      }
    }
  }

  @PostMapping("/risk/reviews/{orderId}")
  OrderView decide(
      @PathVariable String orderId, @Valid @RequestBody DecisionRequest body, Caller caller) {
    caller.require(Role.OPS);
    access.visible(orderId, caller);
    boolean approved = body.decision() == DecisionRequest.Verdict.APPROVE;
    var order =
        transaction.execute(
            _ -> {
              var moved = checkouts.signal(orderId, new ReviewDecided(approved, caller.subject()));
              reviews.note(orderId, body.note());
              return moved;
            });
    if (order == null) {
      throw new IllegalStateException("a transaction without result");
    }
    return OrderView.of(order, orders, caller);
  }
}
