package dev.plaza.dispatch.offer;

import dev.plaza.dispatch.courier.CourierFeed;
import dev.plaza.dispatch.courier.CourierStatus;
import dev.plaza.dispatch.courier.DutyChanged;
import dev.plaza.dispatch.job.Exclusions;
import dev.plaza.dispatch.job.Job;
import dev.plaza.dispatch.job.JobEvent;
import dev.plaza.dispatch.job.JobStatus;
import dev.plaza.dispatch.job.Jobs;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/// Ends offers that nobody took, and puts their orders back into the pool.
@Component
class Closing {

  private final OfferStore store;
  private final Jobs jobs;
  private final Exclusions exclusions;
  private final CourierFeed feed;
  private final ApplicationEventPublisher events;
  private final MeterRegistry meters;

  Closing(
      OfferStore store,
      Jobs jobs,
      Exclusions exclusions,
      CourierFeed feed,
      ApplicationEventPublisher events,
      MeterRegistry meters) {
    this.store = store;
    this.jobs = jobs;
    this.exclusions = exclusions;
    this.feed = feed;
    this.events = events;
    this.meters = meters;
  }

  /// Its time is up. Must run inside a transaction.
  ///
  /// @param again who has let it pass gets these orders no sooner
  void expire(Offer offer, Instant again) {
    var locked = jobs.lockAll(offer.orderIds());
    if (!store.close(offer.id(), OfferStatus.EXPIRED)) {
      return;
    }
    for (var courier : closePending(offer.id(), "expired")) {
      locked.forEach(it -> exclusions.add(it.orderId(), courier, "expired", again));
    }
    reopen(offer, locked, OfferStatus.EXPIRED);
  }

  void closeIfNobodyIsLeft(Offer offer, List<Job> locked, OfferStatus end) {
    if (!store.hasPending(offer.id()) && store.close(offer.id(), end)) {
      reopen(offer, locked, end);
    }
  }

  private void reopen(Offer offer, List<Job> locked, OfferStatus end) {
    for (var job : locked) {
      if (job.status() == JobStatus.OFFERED && offer.id().equals(job.offerId())) {
        jobs.reopened(job);
        events.publishEvent(new JobEvent.Opened(job));
      }
    }
    meters.counter("dispatch.offers", "outcome", end.name().toLowerCase(Locale.ROOT)).increment();
  }

  private List<String> closePending(String offerId, String reason) {
    var closed = store.closePending(offerId, reason);
    closed.forEach(it -> feed.append(it, "closed", offerId, reason));
    return closed;
  }

  /// An order that ends leaves the couriers' lists at once; others in the same offer go back.
  @EventListener
  void on(JobEvent.Withdrawn withdrawn) {
    var offerId = withdrawn.job().offerId();
    if (offerId == null || withdrawn.job().status() != JobStatus.OFFERED) {
      return;
    }
    var offer = store.find(offerId).orElseThrow();
    var locked = jobs.lockAll(offer.orderIds());
    if (store.close(offerId, OfferStatus.WITHDRAWN)) {
      closePending(offerId, "withdrawn");
      reopen(offer, locked, OfferStatus.WITHDRAWN);
    }
  }

  /// Who goes off duty need not answer any more.
  @EventListener
  void on(DutyChanged duty) {
    if (duty.status() == CourierStatus.ONLINE) {
      return;
    }
    for (var offer : store.pendingOf(duty.courierId())) {
      var locked = jobs.lockAll(offer.orderIds());
      if (store.answered(offer.id(), duty.courierId(), "CLOSED", "off_duty")) {
        feed.append(duty.courierId(), "closed", offer.id(), "off_duty");
        closeIfNobodyIsLeft(offer, locked, OfferStatus.WITHDRAWN);
      }
    }
  }
}
