package dev.plaza.order.saga;

import dev.plaza.order.order.Progress;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a checkout shows of itself. Pure. What a state no longer knows stays as it was.
public final class Showing {

  private Showing() {}

  public static Progress of(Checkout checkout, @Nullable Progress before) {
    var journey = journey(checkout);
    return new Progress(
        checkout.status(),
        reason(checkout),
        checkout.deal().revision(),
        payment(checkout.purse()),
        ride(checkout, before),
        journey == null ? (before == null ? null : before.readyAt()) : journey.readyAt(),
        journey == null ? before != null && before.ready() : journey.ready(),
        journey == null ? (before == null ? null : before.promisedBy()) : journey.promisedBy(),
        eta(journey, before),
        offer(checkout),
        fee(checkout, before),
        before == null ? null : before.risk(),
        coupon(checkout.purse().coupon()));
  }

  /// The same after a screening.
  public static Progress of(Progress progress, CheckoutSignal.RiskAssessed risk) {
    return new Progress(
        progress.status(),
        progress.reason(),
        progress.revision(),
        progress.payment(),
        progress.ride(),
        progress.readyAt(),
        progress.ready(),
        progress.promisedBy(),
        progress.eta(),
        progress.substitution(),
        progress.fee(),
        new Progress.Risk(risk.decision().name().toLowerCase(Locale.ROOT), risk.reasons()),
        progress.coupon());
  }

  private static Progress.@Nullable Coupon coupon(@Nullable Redemption coupon) {
    return coupon == null
        ? null
        : new Progress.Coupon(
            coupon.offer(), coupon.amount(), coupon.status().name().toLowerCase(Locale.ROOT));
  }

  private static @Nullable String reason(Checkout checkout) {
    return switch (checkout) {
      case Placing.OnHold _ -> "RISK";
      case Settling.OnHold it -> it.reason();
      case Closing it -> it.reason();
      case Placing _, Cooking _, Riding _, Settling _ -> null;
    };
  }

  private static @Nullable Journey journey(Checkout checkout) {
    return switch (checkout) {
      case Cooking.Preparing it -> it.journey();
      case Riding it -> it.journey();
      case Placing _, Cooking _, Settling _, Closing _ -> null;
    };
  }

  private static Progress.@Nullable Ride ride(Checkout checkout, @Nullable Progress before) {
    return switch (checkout) {
      case Riding.Assigned it -> ride(it.ride(), false);
      case EnRoute it -> ride(it.ride(), true);
      case Settling _, Closing _ -> before == null ? null : before.ride();
      case Placing _, Cooking _, Riding.Dispatching _ -> null;
    };
  }

  private static Progress.Ride ride(Journey.Ride ride, boolean pickedUp) {
    return new Progress.Ride(ride.assignmentId(), ride.courierId(), ride.arrived(), pickedUp);
  }

  private static Progress.@Nullable Eta eta(@Nullable Journey journey, @Nullable Progress before) {
    if (journey == null) {
      return before == null ? null : before.eta();
    }
    var eta = journey.eta();
    return eta == null ? null : new Progress.Eta(eta.at(), eta.earliest(), eta.latest());
  }

  private static Progress.@Nullable Offer offer(Checkout checkout) {
    return switch (checkout) {
      case Consenting.Substituting it -> offer(it.proposal(), it.deadline());
      case Consenting.Reauthorizing it -> offer(it.proposal(), it.deadline());
      case Placing _, Cooking _, Riding _, Settling _, Closing _ -> null;
    };
  }

  private static Progress.Offer offer(Proposal proposal, Instant deadline) {
    var approved = proposal.approved();
    var declined = proposal.declined();
    return new Progress.Offer(
        proposal.lines(),
        approved == null ? null : approved.name(),
        declined == null ? null : declined.name(),
        deadline);
  }

  private static long fee(Checkout checkout, @Nullable Progress before) {
    return switch (checkout) {
      case Closing.Unwinding it -> it.fee();
      case Closing.Closed it -> Math.min(before == null ? 0 : before.fee(), it.purse().captured());
      case Placing _, Cooking _, Riding _, Settling _ -> 0;
    };
  }

  private static Progress.Payment payment(Purse purse) {
    return new Progress.Payment(
        status(purse), purse.authorized(), purse.captured(), purse.refunded());
  }

  private static String status(Purse purse) {
    if (purse.refunds().stream().anyMatch(it -> it.status() == Purse.Refund.Status.REQUESTED)) {
      return "refunding";
    }
    if (purse.captured() > 0) {
      return purse.refunded() == 0
          ? "captured"
          : purse.refunded() < purse.captured() ? "partially_refunded" : "refunded";
    }
    return purse.authorizations().stream()
        .min((a, b) -> rank(a) - rank(b))
        .map(Showing::word)
        .orElse("none");
  }

  /// Of several holds the one that says most about where the money is.
  private static int rank(Authorization one) {
    return switch (one.status()) {
      case CAPTURING -> 0;
      case CAPTURED -> 1;
      case LIVE -> 2;
      case ASKED -> 3;
      case RETIRING, ABANDONED -> 4;
      case VOIDED, LOST -> 5;
      case DECLINED -> 6;
    };
  }

  private static String word(Authorization one) {
    return switch (one.status()) {
      case CAPTURING -> "capturing";
      case CAPTURED -> "captured";
      case LIVE -> one.refused() > 0 ? "capture_failed" : "authorized";
      case ASKED -> "authorizing";
      case RETIRING, ABANDONED -> "releasing";
      case VOIDED, LOST -> "released";
      case DECLINED -> "failed";
    };
  }
}
