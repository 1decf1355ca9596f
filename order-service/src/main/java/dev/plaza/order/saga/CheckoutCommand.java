package dev.plaza.order.saga;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import org.jspecify.annotations.Nullable;

/// What a checkout asks of the world. Each has a key, stable for its order and step, under which
/// repeating it is harmless; its answer comes back as a signal.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command")
public sealed interface CheckoutCommand {

  /// Unique within the order.
  String key();

  /// What is about money; the provider sees `<order id>:<key>` as idempotency key.
  sealed interface PaymentCommand extends CheckoutCommand {}

  @JsonTypeName("authorize")
  record Authorize(int attempt, String method, long amount, String currency)
      implements PaymentCommand {
    @Override
    public String key() {
      return "authorize-" + attempt;
    }
  }

  @JsonTypeName("void_hold")
  record VoidHold(int attempt, String payment) implements PaymentCommand {
    @Override
    public String key() {
      return "void-" + attempt;
    }
  }

  /// @param tries how often the provider refused this capture before: a refusal is final under its
  ///     key, so another try needs another key
  @JsonTypeName("capture")
  record Capture(int attempt, String payment, long amount, int tries) implements PaymentCommand {
    @Override
    public String key() {
      return "capture-" + attempt + "-" + tries;
    }
  }

  @JsonTypeName("give_back")
  record GiveBack(String refundId, String payment, long amount) implements PaymentCommand {
    @Override
    public String key() {
      return "refund-" + refundId;
    }
  }

  /// Looks at a payment at the provider, because a webhook says that something happened to it.
  @JsonTypeName("reconcile")
  record Reconcile(int attempt, String payment, String cause) implements PaymentCommand {
    @Override
    public String key() {
      return "reconcile-" + cause;
    }
  }

  /// What is about the coupon: a redemption under the order's own id, so that each of these can be
  /// repeated.
  sealed interface CouponCommand extends CheckoutCommand {
    String offer();
  }

  /// @param amount the discount, minor units of `currency`
  @JsonTypeName("reserve_coupon")
  record ReserveCoupon(String offer, long amount, String currency) implements CouponCommand {
    @Override
    public String key() {
      return "coupon-reserve";
    }
  }

  @JsonTypeName("confirm_coupon")
  record ConfirmCoupon(String offer) implements CouponCommand {
    @Override
    public String key() {
      return "coupon-confirm";
    }
  }

  /// @param times counts from 1: a late success is given back once more
  @JsonTypeName("return_coupon")
  record ReturnCoupon(String offer, int times) implements CouponCommand {
    @Override
    public String key() {
      return "coupon-return-" + times;
    }
  }

  /// What is about the restaurant's point-of-sale system.
  sealed interface KitchenCommand extends CheckoutCommand {}

  @JsonTypeName("offer_to_kitchen")
  record OfferToKitchen() implements KitchenCommand {
    @Override
    public String key() {
      return "offer";
    }
  }

  @JsonTypeName("withdraw_from_kitchen")
  record WithdrawFromKitchen(String reason) implements KitchenCommand {
    @Override
    public String key() {
      return "withdraw";
    }
  }

  /// Screens the order again before the money is taken.
  @JsonTypeName("screen_capture")
  record ScreenCapture() implements CheckoutCommand {
    @Override
    public String key() {
      return "screen-capture";
    }
  }

  /// Takes and gives back stock so that the order holds exactly its lines; `revision` null: none.
  @JsonTypeName("adjust_stock")
  record AdjustStock(@Nullable String revision) implements CheckoutCommand {
    @Override
    public String key() {
      return "stock-" + (revision == null ? "none" : revision);
    }
  }
}
