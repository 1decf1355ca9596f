package dev.plaza.order.delivery;

import dev.plaza.order.checkout.CheckoutRunner;
import dev.plaza.order.order.OrderAccess;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.order.OrderView;
import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.saga.CheckoutSignal.Arrived;
import dev.plaza.order.saga.CheckoutSignal.CourierSignal;
import dev.plaza.order.saga.CheckoutSignal.HandedOver;
import dev.plaza.order.saga.CheckoutSignal.PickedUp;
import dev.plaza.order.saga.CheckoutSignal.Undeliverable;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemCode;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/// What the courier does. Saying the same thing twice is harmless.
@RestController
class CourierController {

  /// A four-digit code must not be found by trying.
  private static final int CODE_TRIES_MAX = 5;

  private final CheckoutRunner checkouts;
  private final OrderStore orders;
  private final OrderAccess access;

  CourierController(CheckoutRunner checkouts, OrderStore orders, OrderAccess access) {
    this.checkouts = checkouts;
    this.orders = orders;
    this.access = access;
  }

  enum DeliveryProblem implements ProblemCode {
    WRONG_CODE("The hand-over code is wrong"),
    CODE_LOCKED("Too many wrong codes: a photo is needed");

    private final String title;

    DeliveryProblem(String title) {
      this.title = title;
    }

    @Override
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public int status() {
      return 422;
    }

    @Override
    public String title() {
      return title;
    }
  }

  @PostMapping("/order/{id}/arrived")
  OrderView arrived(@PathVariable String id, Caller caller) {
    return say(access.asCourier(id, caller), new Arrived(caller.subject()), caller);
  }

  @PostMapping("/order/{id}/picked-up")
  OrderView pickedUp(@PathVariable String id, Caller caller) {
    return say(access.asCourier(id, caller), new PickedUp(caller.subject()), caller);
  }

  /// @param code what the customer says at the door
  /// @param photo where the picture of the delivery lies, when nobody can say the code
  record DeliveredRequest(
      @Nullable @Size(max = 20) String code, @Nullable @Size(max = 2_000) String photo) {}

  @PostMapping("/order/{id}/delivered")
  OrderView delivered(
      @PathVariable String id, @Valid @RequestBody DeliveredRequest body, Caller caller) {
    var order = access.asCourier(id, caller);
    return say(order, new HandedOver(caller.subject(), proof(order, body)), caller);
  }

  private String proof(StoredOrder order, DeliveredRequest body) {
    if (body.photo() != null && !body.photo().isBlank()) {
      return "photo";
    }
    String code = body.code();
    if (code == null || code.isBlank()) {
      throw new ProblemException(CommonProblem.INVALID, "A code or a photo is needed.")
          .at("/code", "is missing, and so is a photo");
    }
    if (orders.codeTries(order.id()) >= CODE_TRIES_MAX) {
      throw new ProblemException(
          DeliveryProblem.CODE_LOCKED, "Send a photo of the delivery instead.");
    }
    if (!MessageDigest.isEqual(utf8(code.trim()), utf8(order.handoverCode()))) {
      orders.wrongCode(order.id());
      throw new ProblemException(DeliveryProblem.WRONG_CODE, "Ask the customer for the code.")
          .at("/code", "is not this order's code");
    }
    return "code";
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  record UndeliverableRequest(@NotBlank @Pattern(regexp = "[A-Za-z0-9_ -]{1,60}") String reason) {}

  @PostMapping("/order/{id}/undeliverable")
  OrderView undeliverable(
      @PathVariable String id, @Valid @RequestBody UndeliverableRequest body, Caller caller) {
    var reason = body.reason().trim().toUpperCase(Locale.ROOT).replace(' ', '_');
    return say(access.asCourier(id, caller), new Undeliverable(caller.subject(), reason), caller);
  }

  private OrderView say(StoredOrder order, CourierSignal signal, Caller caller) {
    return OrderView.of(checkouts.signal(order.id(), signal), orders, caller);
  }
}
