package dev.plaza.dispatch.offer;

import dev.plaza.dispatch.courier.CourierFeed;
import dev.plaza.dispatch.job.Exclusions;
import dev.plaza.dispatch.job.Jobs;
import dev.plaza.platform.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// A courier says no: he never gets these orders again, and the next one is asked.
@Component
class Declining {

  private final OfferStore store;
  private final Jobs jobs;
  private final Exclusions exclusions;
  private final Closing closing;
  private final CourierFeed feed;

  Declining(OfferStore store, Jobs jobs, Exclusions exclusions, Closing closing, CourierFeed feed) {
    this.store = store;
    this.jobs = jobs;
    this.exclusions = exclusions;
    this.closing = closing;
    this.feed = feed;
  }

  /// Must run inside a transaction. A no to something that is over is no fault.
  void decline(String offerId, String courierId, @Nullable String reason) {
    var offer = store.find(offerId).orElseThrow(ProblemException::notFound);
    if (store.answer(offerId, courierId).isEmpty()) {
      throw ProblemException.notFound();
    }
    var locked = jobs.lockAll(offer.orderIds());
    if (courierId.equals(store.find(offerId).orElseThrow().takenBy())) {
      throw new ProblemException(
          OfferProblem.OFFER_TAKEN, "You have accepted it; cancel the assignment instead.");
    }
    if (store.answered(offerId, courierId, "DECLINED", reason)) {
      locked.forEach(it -> exclusions.add(it.orderId(), courierId, "declined", null));
      feed.append(courierId, "closed", offerId, "declined");
      closing.closeIfNobodyIsLeft(offer, locked, OfferStatus.DECLINED);
    }
  }
}
