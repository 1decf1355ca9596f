package dev.plaza.order.saga;

/// Money that moved, as the provider confirmed it: what the ledger books.
public sealed interface Movement {

  /// What it belongs to, e.g. the number of an authorisation.
  String reference();

  record Held(int attempt, long amount) implements Movement {
    @Override
    public String reference() {
      return "authorization-" + attempt;
    }
  }

  record Released(int attempt, long amount) implements Movement {
    @Override
    public String reference() {
      return "authorization-" + attempt;
    }
  }

  /// @param released the hold that ends with it: the rest above `amount` goes back
  record Taken(int attempt, long released, long amount) implements Movement {
    @Override
    public String reference() {
      return "authorization-" + attempt;
    }
  }

  /// The campaign behind the coupon pays the order's discount.
  record Sponsored(String offer) implements Movement {
    @Override
    public String reference() {
      return "coupon-" + offer;
    }
  }

  /// The platform pays it, because the coupon could not be redeemed any more.
  record Borne(String offer) implements Movement {
    @Override
    public String reference() {
      return "coupon-" + offer;
    }
  }

  record GivenBack(String refundId, long amount, Liable liable) implements Movement {
    @Override
    public String reference() {
      return "refund-" + refundId;
    }
  }
}
