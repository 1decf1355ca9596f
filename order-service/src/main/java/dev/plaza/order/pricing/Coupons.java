package dev.plaza.order.pricing;

import org.springframework.stereotype.Component;

/// Asks whether a coupon is worth something. Offers live in the redemption-quota service; as long
/// as that one is not part of the platform, no coupon is accepted, and everybody is told so.
@Component
class Coupons {

  sealed interface Answer {

    record Accepted(Promotion promotion) implements Answer {}

    record Refused(String detail) implements Answer {}
  }

  Answer ask(String coupon) {
    return new Answer.Refused("The coupon " + coupon + " is not valid.");
  }
}
