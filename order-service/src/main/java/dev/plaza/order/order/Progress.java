package dev.plaza.order.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far an order is, as its saga shows it to the world.
///
/// @param reason stable code of why it ended or is held
/// @param revision which of the order's sets of lines is in force
/// @param fee what the customer pays for having cancelled, minor units
public record Progress(
    OrderStatus status,
    @Nullable String reason,
    String revision,
    Payment payment,
    @Nullable Ride ride,
    @Nullable Instant readyAt,
    boolean ready,
    @Nullable Instant promisedBy,
    @Nullable Eta eta,
    @Nullable Offer substitution,
    long fee,
    @Nullable Risk risk,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Coupon coupon) {

  /// @param status `none`, `authorizing`, `authorized`, `capturing`, `captured`, `capture_failed`,
  ///     `releasing`, `released`, `refunding`, `partially_refunded`, `refunded` or `failed`
  public record Payment(String status, long authorized, long captured, long refunded) {}

  public record Ride(String assignmentId, String courierId, boolean arrived, boolean pickedUp) {}

  /// @param amount the discount that it was redeemed for, minor units
  /// @param status `wanted`, `asked`, `reserved`, `refused`, `confirming`, `confirmed`, `lost`,
  ///     `returning` or `returned`
  public record Coupon(String code, long amount, String status) {}

  /// What the newest screening found.
  ///
  /// @param decision `allow`, `hold` or `refuse`
  public record Risk(String decision, List<String> reasons) {}

  public record Eta(Instant at, Instant earliest, Instant latest) {}

  /// A substitution that waits for the customer.
  ///
  /// @param approved, declined the revision that either answer leads to; null: nothing is left
  public record Offer(
      List<String> lines,
      @Nullable String approved,
      @Nullable String declined,
      Instant expiresAt) {}
}
