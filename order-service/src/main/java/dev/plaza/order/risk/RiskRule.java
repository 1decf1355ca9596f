package dev.plaza.order.risk;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Everything that speaks against an order, with how much. Pure: a rule sees facts and thresholds.
enum RiskRule {
  /// Many orders of one customer in an hour.
  ACCOUNT_VELOCITY(50) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return isHold(facts) && facts.accountOrders() >= limits.accountOrdersPerHour();
    }
  },
  /// Many orders from one device in an hour.
  DEVICE_VELOCITY(50) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return isHold(facts) && facts.deviceOrders() >= limits.deviceOrdersPerHour();
    }
  },
  /// One device, many customers.
  DEVICE_SHARED(40) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return isHold(facts) && facts.deviceAccounts() >= limits.accountsPerDevice();
    }
  },
  /// Somebody who never paid orders for a lot.
  NEW_ACCOUNT_HIGH_VALUE(60) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return isHold(facts)
          && !facts.hasCapturedBefore()
          && facts.valueMajor() > limits.newAccountValue();
    }
  },
  /// Card after card is declined.
  MANY_FAILED_CARDS(60) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return isHold(facts) && facts.failedCards() >= limits.failedCardsPerHour();
    }
  },
  /// So many that it can only be somebody trying out cards.
  CARD_TESTING(100) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return isHold(facts) && facts.failedCards() >= 3 * limits.failedCardsPerHour();
    }
  },
  /// One customer, coupon after coupon.
  COUPON_ACCOUNT(50) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return isHold(facts)
          && facts.coupons().used()
          && facts.coupons().account() >= limits.couponsPerAccount();
    }
  },
  /// Many accounts use coupons on one device: one person who is new again and again.
  COUPON_DEVICE(50) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return isHold(facts)
          && facts.coupons().used()
          && facts.coupons().deviceAccounts() >= limits.couponAccountsPerDevice();
    }
  },
  /// Somebody who tries out codes until one fits.
  COUPON_GUESSING(50) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return isHold(facts)
          && facts.coupons().used()
          && facts.coupons().refused() >= limits.couponsRefusedPerHour();
    }
  },
  /// A provider's test card where real money moves.
  TEST_ORDER(100) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return isHold(facts) && !limits.testCards() && facts.paymentMethod().startsWith("pm_card_");
    }
  },
  /// A customer who brings the food to themselves.
  SELF_DELIVERY(100) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return !isHold(facts) && facts.customerId().equals(facts.courierId());
    }
  },
  /// The same courier again and again.
  COLLUSION(60) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return !isHold(facts) && facts.ridesTogether() >= limits.ridesTogether();
    }
  },
  /// The courier was not where the food was handed over, or cannot have ridden there.
  ROUTE_ANOMALY(60) {
    @Override
    boolean speaks(RiskFacts facts, RiskProperties limits) {
      return !isHold(facts) && facts.anomalies().stream().anyMatch(SERIOUS::contains);
    }
  };

  private static final Set<String> SERIOUS = Set.of("delivered_elsewhere", "teleport");

  private final int weight;

  RiskRule(int weight) {
    this.weight = weight;
  }

  abstract boolean speaks(RiskFacts facts, RiskProperties limits);

  int weight() {
    return weight;
  }

  String reason() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static boolean isHold(RiskFacts facts) {
    return facts.stage() == RiskFacts.Stage.HOLD;
  }

  static List<RiskRule> against(RiskFacts facts, RiskProperties limits) {
    return List.of(values()).stream().filter(it -> it.speaks(facts, limits)).toList();
  }
}
