package dev.plaza.order.payment;

import dev.plaza.order.saga.Movement;
import java.util.ArrayList;
import java.util.List;

/// Money that moved, as bookings. Pure. The bookings of each movement sum to zero.
///
/// Accounts, seen from the platform (positive: we have it or are owed it):
///  - `hold.provider` / `hold.customer`: reserved on the card, not ours yet;
///  - `provider.clearing`: taken by the provider and owed to us, less what was given back;
///  - `restaurant.payable`, `courier.payable`: what we owe them (negative);
///  - `campaign.discount`: what campaigns owe us for coupons: the restaurant sold at full price;
///  - `platform.revenue`: what is left for the platform (negative), and bears its refunds.
final class Postings {

  static final String HOLD = "hold.provider";
  static final String HOLD_CUSTOMER = "hold.customer";
  static final String CLEARING = "provider.clearing";
  static final String RESTAURANT = "restaurant.payable";
  static final String COURIER = "courier.payable";
  static final String CAMPAIGN = "campaign.discount";
  static final String PLATFORM = "platform.revenue";

  private Postings() {}

  record Posting(String account, long amount) {}

  /// Who gets what of what is taken, in this order; the rest is the platform's.
  ///
  /// @param discount what somebody else pays the restaurant for the customer
  record Shares(long restaurant, long courier, long discount) {}

  static List<Posting> of(Movement movement, Shares shares) {
    return switch (movement) {
      case Movement.Held it -> hold(it.amount());
      case Movement.Released it -> hold(-it.amount());
      case Movement.Taken it -> {
        var all = new ArrayList<>(hold(-it.released()));
        all.addAll(taken(it.amount(), shares));
        yield all;
      }
      case Movement.Sponsored _ -> discount(CAMPAIGN, shares.discount());
      case Movement.Borne _ -> discount(PLATFORM, shares.discount());
      case Movement.GivenBack it -> {
        String bearer =
            switch (it.liable()) {
              case PLATFORM -> PLATFORM;
              case RESTAURANT -> RESTAURANT;
              case COURIER -> COURIER;
            };
        yield nonZero(new Posting(bearer, it.amount()), new Posting(CLEARING, -it.amount()));
      }
    };
  }

  private static List<Posting> hold(long amount) {
    return nonZero(new Posting(HOLD, amount), new Posting(HOLD_CUSTOMER, -amount));
  }

  private static List<Posting> discount(String bearer, long amount) {
    return nonZero(new Posting(bearer, amount), new Posting(RESTAURANT, -amount));
  }

  private static List<Posting> taken(long amount, Shares shares) {
    long restaurant = Math.min(amount, shares.restaurant());
    long courier = Math.min(amount - restaurant, shares.courier());
    return nonZero(
        new Posting(CLEARING, amount),
        new Posting(RESTAURANT, -restaurant),
        new Posting(COURIER, -courier),
        new Posting(PLATFORM, -(amount - restaurant - courier)));
  }

  private static List<Posting> nonZero(Posting... all) {
    return List.of(all).stream().filter(it -> it.amount() != 0).toList();
  }
}
