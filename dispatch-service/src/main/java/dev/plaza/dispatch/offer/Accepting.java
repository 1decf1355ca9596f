package dev.plaza.dispatch.offer;

import dev.plaza.dispatch.assignment.Assigning;
import dev.plaza.dispatch.assignment.Assignment;
import dev.plaza.dispatch.assignment.Assignments;
import dev.plaza.dispatch.courier.CourierFeed;
import dev.plaza.dispatch.job.Jobs;
import dev.plaza.platform.problem.ProblemException;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/// A courier says yes. Locks are taken in this order: jobs by id, offer, recipients, couriers.
///
/// Invariant: an offer is taken by at most one courier, and his assignments come with it in one
/// transaction or not at all.
@Component
class Accepting {

  private final OfferStore store;
  private final Jobs jobs;
  private final Assigning assigning;
  private final Assignments assignments;
  private final CourierFeed feed;
  private final MeterRegistry meters;

  Accepting(
      OfferStore store,
      Jobs jobs,
      Assigning assigning,
      Assignments assignments,
      CourierFeed feed,
      MeterRegistry meters) {
    this.store = store;
    this.jobs = jobs;
    this.assigning = assigning;
    this.assignments = assignments;
    this.feed = feed;
    this.meters = meters;
  }

  /// Must run inside a transaction. Repeated by the winner it answers the same.
  List<Assignment> accept(String offerId, String courierId) {
    var offer = store.find(offerId).orElseThrow(ProblemException::notFound);
    if (store.answer(offerId, courierId).isEmpty()) {
      throw ProblemException.notFound();
    }
    var locked = jobs.lockAll(offer.orderIds());
    if (!store.take(offerId, courierId)) {
      return notTaken(offerId, courierId);
    }
    store.answered(offerId, courierId, "ACCEPTED", null);
    var made = new ArrayList<Assignment>();
    for (var job : locked) {
      made.add(assigning.assign(job, courierId, offerId));
    }
    for (var other : store.closePending(offerId, "taken")) {
      feed.append(other, "closed", offerId, "taken");
    }
    meters.counter("dispatch.offers", "outcome", "taken").increment();
    return made;
  }

  private List<Assignment> notTaken(String offerId, String courierId) {
    var offer = store.find(offerId).orElseThrow();
    var answer = store.answer(offerId, courierId).orElseThrow();
    if (courierId.equals(offer.takenBy())) {
      return assignments.ofOffer(offerId, courierId, offer.orderIds());
    }
    if (offer.status() == OfferStatus.TAKEN) {
      meters.counter("dispatch.accepts.late").increment();
      throw new ProblemException(OfferProblem.OFFER_TAKEN, "Another courier has it.")
          .with("offer_id", offerId);
    }
    if (answer.equals("DECLINED")) {
      throw new ProblemException(OfferProblem.OFFER_DECLINED, "You have said no to it.");
    }
    throw new ProblemException(OfferProblem.OFFER_EXPIRED, "It is " + offer.status() + " by now.")
        .with("offer_id", offerId);
  }
}
