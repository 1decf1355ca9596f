package dev.plaza.order.saga;

import dev.plaza.order.saga.CheckoutSignal.*;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// The people and services around a simulated order.
final class Actors {

  private final Random random;
  private Instant now = Instant.EPOCH;
  private long total;
  private long dispatchSeq;
  private int refunds;

  Actors(Random random) {
    this.random = random;
  }

  /// What somebody would do who knows the order's state.
  CheckoutSignal sensible(Checkout state, Instant now) {
    this.now = now;
    this.total = state.deal().total();
    return switch (state.status()) {
      case PENDING, PAYMENT_AUTHORIZING, CANCELLING -> anything();
      case ON_HOLD -> new ReviewDecided(random.nextBoolean(), "ops");
      case AWAITING_RESTAURANT ->
          random.nextInt(3) == 0
              ? new SubstitutionProposed(proposal())
              : new Accepted(random.nextInt(30));
      case SUBSTITUTION_PROPOSED -> new SubstitutionAnswered(random.nextInt(3) > 0);
      case PREPARING -> new FoodReady();
      case DISPATCHING -> new CourierAssigned(++dispatchSeq, "a" + dispatchSeq, "rider", eta());
      case COURIER_ASSIGNED ->
          random.nextInt(4) == 0
              ? new CourierUnassigned(++dispatchSeq, "courier_cancelled")
              : new PickedUp("rider");
      case COURIER_EN_ROUTE ->
          random.nextInt(6) == 0
              ? new CourierLost(++dispatchSeq, "courier_vanished")
              : new HandedOver("rider", "code");
      case DELIVERED, CAPTURED, REJECTED, CANCELLED, PAYMENT_FAILED, EXPIRED ->
          new RefundRequested("r" + ++refunds, refundAmount(), "late", pick(Liable.values()));
    };
  }

  private @Nullable Long refundAmount() {
    return random.nextBoolean() ? null : (long) random.nextInt(2_500);
  }

  private Journey.@Nullable Eta eta() {
    return random.nextBoolean() ? null : new Journey.Eta(now, now, now);
  }

  private Proposal proposal() {
    long dearer = total + random.nextInt(1_000) - 400;
    var approved = new Deal.Revision("s" + random.nextInt(1_000), Math.max(dearer, 0));
    var declined =
        random.nextInt(3) == 0 ? null : new Deal.Revision("d" + random.nextInt(1_000), total / 2);
    return new Proposal(List.of("line"), approved, declined);
  }

  /// What somebody does who does not.
  CheckoutSignal anything() {
    return switch (random.nextInt(20)) {
      case 0 -> new Accepted(5);
      case 1 -> new Rejected("closing");
      case 2 -> new Delayed(10);
      case 3 -> new FoodReady();
      case 4 -> new SubstitutionAnswered(random.nextBoolean());
      case 5 -> new SubstitutionProposed(proposal());
      case 6 -> new CancelRequested(pick(CancelRequested.By.values()), "changed my mind");
      case 7 -> new CourierAssigned(random.nextLong(10), "late", "rider", null);
      case 8 -> new CourierUnassigned(random.nextLong(10), "late");
      case 9 -> new DispatchFailed(random.nextLong(10), "no_courier");
      case 10 -> new CourierLost(random.nextLong(10), "late");
      case 11 -> new PickedUp(random.nextBoolean() ? "rider" : "other");
      case 12 -> new HandedOver("rider", "photo");
      case 13 -> new Undeliverable("rider", "nobody_there");
      case 14 -> new RefundRequested("r" + ++refunds, refundAmount(), "x", Liable.PLATFORM);
      case 15 -> new Unreachable();
      case 16 -> new ReviewDecided(random.nextBoolean(), "ops");
      case 17 -> new Arrived("rider");
      case 18 -> new EtaUpdated(++dispatchSeq, new Journey.Eta(now, now, now));
      default -> new RiskAssessed(pick(RiskDecision.values()), List.of());
    };
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
