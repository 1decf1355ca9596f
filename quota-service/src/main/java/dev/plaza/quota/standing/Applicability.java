package dev.plaza.quota.standing;

import dev.plaza.quota.offer.Conditions;
import dev.plaza.quota.offer.Discount;
import dev.plaza.quota.offer.Money;
import dev.plaza.quota.offer.Offer;
import dev.plaza.quota.standing.CheckAnswer.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Whether an offer applies to an order: a pure function of its rules and what is known of its use.
final class Applicability {

  private Applicability() {}

  /// @param firstOrder null counts as no
  record Order(
      String user, @Nullable String restaurant, Money subtotal, @Nullable Boolean firstOrder) {}

  /// What is known of its use; null where nobody could say.
  ///
  /// @param left units that nobody has spent; null also without a limit
  /// @param amountLeft money that nobody has spent; null also without a budget
  /// @param usedByPerson units this person has spent
  record Use(@Nullable Long left, @Nullable Long amountLeft, @Nullable Long usedByPerson) {}

  static CheckAnswer judge(Offer offer, Order order, Use use, Instant now) {
    if (offer.startsAt() != null && now.isBefore(offer.startsAt())) {
      return no(offer, Reason.NOT_STARTED, "It begins at " + offer.startsAt() + ".", use);
    }
    if (offer.endsAt() != null && !now.isBefore(offer.endsAt())) {
      return no(offer, Reason.ENDED, "It ended at " + offer.endsAt() + ".", use);
    }
    String unmet = unmet(offer, order);
    if (unmet != null) {
      return no(offer, Reason.CONDITION, unmet, use);
    }
    if (offer.perUserLimit() != null
        && use.usedByPerson() != null
        && use.usedByPerson() >= offer.perUserLimit()) {
      return no(offer, Reason.USER_LIMIT, "It was used as often as one may.", use);
    }
    if (use.left() != null && use.left() <= 0) {
      return no(offer, Reason.EXHAUSTED, "Nothing is left of it.", use);
    }
    if (use.amountLeft() != null && use.amountLeft() < cost(offer, order)) {
      return no(offer, Reason.BUDGET, "Its budget is spent.", use);
    }
    return CheckAnswer.yes(offer, use.left());
  }

  private static CheckAnswer no(Offer offer, Reason reason, String detail, Use use) {
    return CheckAnswer.no(offer, reason, detail, use.left());
  }

  private static @Nullable String unmet(Offer offer, Order order) {
    Conditions conditions = offer.conditions();
    String currency = currency(offer);
    if (currency != null && !currency.equals(order.subtotal().currency())) {
      return "It is in another currency.";
    }
    Money minimum = conditions.minimumSubtotal();
    if (minimum != null && !minimum.currency().equals(order.subtotal().currency())) {
      return "It is in another currency.";
    }
    if (minimum != null && order.subtotal().amount() < minimum.amount()) {
      return "The order is below the offer's minimum.";
    }
    if (!conditions.restaurantIds().isEmpty()
        && (order.restaurant() == null
            || !conditions.restaurantIds().contains(order.restaurant()))) {
      return "It does not count at this restaurant.";
    }
    if (conditions.firstOrderOnly() && !Boolean.TRUE.equals(order.firstOrder())) {
      return "It is for first orders.";
    }
    return null;
  }

  private static @Nullable String currency(Offer offer) {
    if (offer.discount() instanceof Discount.Amount(var off)) {
      return off.currency();
    }
    return offer.budget() == null ? null : offer.budget().currency();
  }

  /// What it would cost, at the least: one minor unit.
  static long cost(Offer offer, Order order) {
    long cost =
        switch (offer.discount()) {
          case Discount.Amount(var off) -> Math.min(off.amount(), order.subtotal().amount());
          case Discount.Percent(int percent) -> order.subtotal().amount() * percent / 100;
        };
    Money most = offer.conditions().maxDiscount();
    return Math.max(1, most == null ? cost : Math.min(cost, most.amount()));
  }
}
