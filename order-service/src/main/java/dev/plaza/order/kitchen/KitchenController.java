package dev.plaza.order.kitchen;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.plaza.order.cart.CartLimits;
import dev.plaza.order.cart.Choice;
import dev.plaza.order.checkout.CheckoutRunner;
import dev.plaza.order.order.OrderAccess;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.order.OrderView;
import dev.plaza.order.pricing.Substitution;
import dev.plaza.order.saga.CheckoutSignal;
import dev.plaza.order.saga.CheckoutSignal.Accepted;
import dev.plaza.order.saga.CheckoutSignal.Delayed;
import dev.plaza.order.saga.CheckoutSignal.FoodReady;
import dev.plaza.order.saga.CheckoutSignal.Rejected;
import dev.plaza.order.saga.CheckoutSignal.SubstitutionAnswered;
import dev.plaza.platform.security.Caller;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/// What the restaurant does with an order, and the customer's answer to what it proposes.
///
/// Saying the same thing twice is harmless: the second time nothing changes.
@RestController
class KitchenController {

  private static final String REASON = "[A-Za-z0-9_ -]{1,60}";

  private final CheckoutRunner checkouts;
  private final OrderStore orders;
  private final OrderAccess access;
  private final Substitutions substitutions;

  KitchenController(
      CheckoutRunner checkouts,
      OrderStore orders,
      OrderAccess access,
      Substitutions substitutions) {
    this.checkouts = checkouts;
    this.orders = orders;
    this.access = access;
    this.substitutions = substitutions;
  }

  record AcceptRequest(@Nullable @Min(0) @Max(240) Integer prepMinutes) {}

  @PostMapping("/order/{id}/accept")
  OrderView accept(
      @PathVariable String id,
      @Valid @RequestBody(required = false) @Nullable AcceptRequest body,
      Caller caller) {
    return say(id, new Accepted(body == null ? null : body.prepMinutes()), caller);
  }

  /// @param reason a short code, not a letter
  record RejectRequest(@Nullable @Pattern(regexp = REASON) String reason) {}

  @PostMapping("/order/{id}/reject")
  OrderView reject(
      @PathVariable String id,
      @Valid @RequestBody(required = false) @Nullable RejectRequest body,
      Caller caller) {
    String reason = body == null || body.reason() == null ? "rejected" : body.reason();
    return say(id, new Rejected(code(reason)), caller);
  }

  record DelayRequest(@NotNull @Min(1) @Max(240) Integer minutes) {}

  @PostMapping("/order/{id}/delay")
  OrderView delay(@PathVariable String id, @Valid @RequestBody DelayRequest body, Caller caller) {
    return say(id, new Delayed(body.minutes()), caller);
  }

  @PostMapping("/order/{id}/ready")
  OrderView ready(@PathVariable String id, Caller caller) {
    return say(id, new FoodReady(), caller);
  }

  record SubstituteRequest(
      @NotEmpty @Size(max = CartLimits.LINES) List<@NotNull @Valid Item> items) {

    /// @param sku absent or null: there is nothing instead
    record Item(
        @NotBlank @Size(max = 100) String lineId,
        @Nullable @Size(max = 100) String sku,
        @Nullable @Min(1) @Max(CartLimits.QUANTITY) Integer quantity,
        @Nullable @Size(max = CartLimits.CHOICES) List<@NotNull @Valid Choice> modifiers) {

      Substitution.Replacement replacement() {
        return new Substitution.Replacement(
            lineId,
            sku,
            quantity == null ? 1 : quantity,
            modifiers == null ? List.of() : modifiers);
      }
    }
  }

  @PostMapping("/order/{id}/substitute")
  OrderView substitute(
      @PathVariable String id, @Valid @RequestBody SubstituteRequest body, Caller caller) {
    access.asRestaurant(id, caller);
    var replacements = body.items().stream().map(SubstituteRequest.Item::replacement).toList();
    return OrderView.of(substitutions.propose(id, replacements), orders, caller);
  }

  record AnswerRequest(@NotNull Answer decision) {
    enum Answer {
      APPROVE,
      DECLINE;

      @JsonCreator
      static Answer of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
      }
    }
  }

  @PostMapping("/order/{id}/substitution")
  OrderView answer(@PathVariable String id, @Valid @RequestBody AnswerRequest body, Caller caller) {
    access.asCustomer(id, caller);
    var signal = new SubstitutionAnswered(body.decision() == AnswerRequest.Answer.APPROVE);
    return OrderView.of(checkouts.signal(id, signal), orders, caller);
  }

  private OrderView say(String id, CheckoutSignal signal, Caller caller) {
    access.asRestaurant(id, caller);
    return OrderView.of(checkouts.signal(id, signal), orders, caller);
  }

  static String code(String reason) {
    return reason.trim().toUpperCase(Locale.ROOT).replace(' ', '_').replace('-', '_');
  }
}
