package dev.plaza.order.risk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the rules judge by.
///
/// @param valueMajor the order's total in whole units of its currency
/// @param hasCapturedBefore whether an earlier order of this customer was delivered and paid
/// @param accountOrders this customer's orders in the last hour, this one not counted
/// @param deviceOrders orders from this device in the last hour, this one not counted
/// @param deviceAccounts other customers on this device in the last week
/// @param failedCards this customer's declined payments in the last hour
/// @param ridesTogether how many of this customer's last orders the same courier brought
/// @param anomalies kinds of what tracking found strange about this ride
record RiskFacts(
    Stage stage,
    String customerId,
    @Nullable String courierId,
    String paymentMethod,
    long valueMajor,
    boolean hasCapturedBefore,
    int accountOrders,
    int deviceOrders,
    int deviceAccounts,
    int failedCards,
    Coupons coupons,
    int ridesTogether,
    List<String> anomalies) {

  /// @param used whether this order has a coupon
  /// @param account this customer's orders with a coupon in the last day, this one not counted
  /// @param deviceAccounts other customers who used coupons on this device in the last week
  /// @param refused different coupons that this customer was refused in the last hour
  record Coupons(boolean used, int account, int deviceAccounts, int refused) {
    static final Coupons NONE = new Coupons(false, 0, 0, 0);
  }

  enum Stage {
    HOLD,
    CAPTURE
  }
}
