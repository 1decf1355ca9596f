package dev.plaza.dispatch.assignment;

import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.dispatch.courier.Courier;
import dev.plaza.dispatch.courier.Couriers;
import dev.plaza.dispatch.eta.Arrivals;
import dev.plaza.dispatch.job.Announcements;
import dev.plaza.dispatch.job.Job;
import dev.plaza.dispatch.job.Jobs;
import dev.plaza.platform.Ids;
import dev.plaza.platform.problem.ProblemException;
import java.time.Clock;
import org.springframework.stereotype.Component;

/// Binds a courier to an order. The caller holds the job's row lock inside its transaction.
@Component
public class Assigning {

  private final Assignments assignments;
  private final Couriers couriers;
  private final Jobs jobs;
  private final Arrivals arrivals;
  private final Announcements announcements;
  private final Clock clock;

  Assigning(
      Assignments assignments,
      Couriers couriers,
      Jobs jobs,
      Arrivals arrivals,
      Announcements announcements,
      Clock clock) {
    this.assignments = assignments;
    this.couriers = couriers;
    this.jobs = jobs;
    this.arrivals = arrivals;
    this.announcements = announcements;
    this.clock = clock;
  }

  public Assignment assign(Job job, String courierId, String offerId) {
    if (!couriers.load(courierId)) {
      throw new ProblemException(
          AssignmentProblem.COURIER_FULL, "You carry as many orders as you said you can.");
    }
    var assignment =
        new Assignment(
            Ids.next(),
            job.orderId(),
            courierId,
            offerId,
            AssignmentStatus.ACTIVE,
            null,
            clock.instant(),
            null);
    assignments.insert(assignment);
    jobs.assigned(job, assignment.id(), courierId);
    var at = couriers.find(courierId).map(Courier::location).orElse(null);
    announcements.announce(
        AssignmentEvent.ASSIGNED,
        job.orderId(),
        assignment.id(),
        courierId,
        arrivals.assigned(job, at),
        null);
    return assignment;
  }
}
