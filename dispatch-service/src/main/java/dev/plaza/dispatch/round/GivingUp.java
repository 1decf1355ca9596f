package dev.plaza.dispatch.round;

import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.dispatch.job.Announcements;
import dev.plaza.dispatch.job.JobStatus;
import dev.plaza.dispatch.job.Jobs;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Ends searches whose time is up: the order service then gives the money back.
@Component
class GivingUp {

  private static final int BATCH_MAX = 200;

  private final Jobs jobs;
  private final Announcements announcements;
  private final TransactionTemplate transaction;
  private final Clock clock;
  private final MeterRegistry meters;

  GivingUp(
      Jobs jobs,
      Announcements announcements,
      TransactionTemplate transaction,
      Clock clock,
      MeterRegistry meters) {
    this.jobs = jobs;
    this.announcements = announcements;
    this.transaction = transaction;
    this.clock = clock;
    this.meters = meters;
  }

  void run() {
    for (var orderId : jobs.hopeless(BATCH_MAX)) {
      transaction.executeWithoutResult(_ -> giveUp(orderId));
    }
  }

  private void giveUp(String orderId) {
    jobs.lock(orderId)
        .filter(it -> it.status() == JobStatus.OPEN)
        .filter(it -> !it.giveUpAt().isAfter(clock.instant()))
        .ifPresent(
            it -> {
              jobs.ended(it, JobStatus.FAILED);
              announcements.announce(
                  AssignmentEvent.FAILED, orderId, null, null, null, "no_courier");
              meters.counter("dispatch.searches.failed").increment();
            });
  }
}
