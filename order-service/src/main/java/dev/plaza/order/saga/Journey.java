package dev.plaza.order.saga;

import dev.plaza.order.saga.Checkout.Moment;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The order's way from the kitchen to the door.
///
/// @param readyAt when the food is expected to be ready, or was
/// @param ready whether the restaurant said so
/// @param promisedBy what the customer was told at the acceptance; later news do not move it
/// @param seq number of the newest event of dispatch that was taken in; 0: none yet
public record Journey(
    Instant readyAt, boolean ready, Instant promisedBy, long seq, @Nullable Eta eta) {

  /// Minutes between the ready food and its way.
  private static final int HANDLING = 4;

  private static final int EARLIER = 5;
  private static final int LATER = 15;

  /// When it arrives, with the interval it lies in.
  public record Eta(Instant at, Instant earliest, Instant latest) {

    /// Before dispatch knows who rides: handling and a ride at the usual speed.
    static Eta estimate(Deal deal, Instant readyAt, Terms terms) {
      var minute = terms.usualPrepMinute();
      var ride = minute.multipliedBy(deal.distanceM()).dividedBy(terms.rideMinuteM());
      var at = readyAt.plus(minute.multipliedBy(HANDLING)).plus(ride);
      return new Eta(
          at, at.minus(minute.multipliedBy(EARLIER)), at.plus(minute.multipliedBy(LATER)));
    }

    Eta later(Duration by) {
      return new Eta(at.plus(by), earliest.plus(by), latest.plus(by));
    }
  }

  /// A courier bound to the order.
  public record Ride(String assignmentId, String courierId, boolean arrived) {}

  static Journey accepted(Deal deal, Duration prep, Moment now) {
    var readyAt = now.in(prep);
    var eta = Eta.estimate(deal, readyAt, now.terms());
    return new Journey(readyAt, false, eta.latest(), 0, eta);
  }

  /// Until dispatch speaks, the estimate moves with the food.
  Journey readyAt(Instant at, boolean done) {
    var moved = seq > 0 || eta == null ? eta : eta.later(Duration.between(readyAt, at));
    return new Journey(at, done, promisedBy, seq, moved);
  }

  Journey at(long newest, @Nullable Eta newer) {
    return new Journey(readyAt, ready, promisedBy, newest, newer == null ? eta : newer);
  }
}
