package dev.plaza.order.pricing;

/// Says what a coupon is worth for these goods. Implemented by the feature `coupon`, which pricing
/// does not know.
///
/// Read-only, and only a look: the limits of an offer hold because an order redeems its coupon
/// before any money is held. An answer may take as long as its deadline, so it is asked for outside
/// of transactions.
public interface Coupons {

  /// What the answer depends on, besides time and the offer.
  ///
  /// @param subtotal the goods before discounts, minor units of `currency`
  record Question(
      String code, String customerId, String restaurantId, long subtotal, String currency) {}

  sealed interface Answer {

    record Accepted(CouponTerms terms) implements Answer {}

    /// @param reason stable: `unknown`, `not_started`, `ended`, `exhausted`, `user_limit`,
    ///     `budget`, `condition`, `currency`
    record Refused(String reason, String detail) implements Answer {}

    /// Nobody can tell now.
    record Unavailable() implements Answer {}
  }

  Answer ask(Question question);

  /// An answer with what was asked, to be used inside a transaction as long as that is still the
  /// question.
  record Asked(Question question, Answer answer) {}
}
