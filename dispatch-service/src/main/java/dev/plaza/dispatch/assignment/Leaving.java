package dev.plaza.dispatch.assignment;

import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.dispatch.courier.Couriers;
import dev.plaza.dispatch.job.Announcements;
import dev.plaza.dispatch.job.Exclusions;
import dev.plaza.dispatch.job.Job;
import dev.plaza.dispatch.job.JobEvent;
import dev.plaza.dispatch.job.JobStatus;
import dev.plaza.dispatch.job.Jobs;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/// Every way in which a courier and an order part.
///
///  - he cancels or vanishes before pick-up: a fresh search, without him
///  - he cancels or vanishes after pick-up: the food is gone, the order is LOST
///  - he delivers, or the order ends by itself: he is free
@Component
class Leaving {

  private final Assignments assignments;
  private final Couriers couriers;
  private final Jobs jobs;
  private final Exclusions exclusions;
  private final Announcements announcements;
  private final ApplicationEventPublisher events;

  Leaving(
      Assignments assignments,
      Couriers couriers,
      Jobs jobs,
      Exclusions exclusions,
      Announcements announcements,
      ApplicationEventPublisher events) {
    this.assignments = assignments;
    this.couriers = couriers;
    this.jobs = jobs;
    this.exclusions = exclusions;
    this.announcements = announcements;
    this.events = events;
  }

  enum Cause {
    CANCELLED(AssignmentStatus.CANCELLED, "courier_cancelled"),
    VANISHED(AssignmentStatus.VANISHED, "courier_vanished");

    final AssignmentStatus end;
    final String reason;

    Cause(AssignmentStatus end, String reason) {
      this.end = end;
      this.reason = reason;
    }
  }

  /// Must run inside a transaction.
  ///
  /// @param note what the courier said; stays here
  /// @return false when the assignment had ended before
  boolean leave(Assignment assignment, Cause cause, @Nullable String note) {
    var found = jobs.lock(assignment.orderId());
    if (!assignments.end(assignment.id(), cause.end, note == null ? cause.reason : note)) {
      return false;
    }
    couriers.unload(assignment.courierId());
    exclusions.add(assignment.orderId(), assignment.courierId(), cause.reason, null);
    var job = found.orElseThrow();
    if (job.status() == JobStatus.PICKED_UP) {
      jobs.ended(job, JobStatus.LOST);
      announce(AssignmentEvent.LOST, assignment, cause.reason);
    } else {
      jobs.searchAgain(job);
      announce(AssignmentEvent.UNASSIGNED, assignment, cause.reason);
      events.publishEvent(new JobEvent.Opened(job));
    }
    return true;
  }

  @EventListener
  void on(JobEvent event) {
    switch (event) {
      case JobEvent.PickedUp(var job, _) -> {
        if (job.assignmentId() != null) {
          assignments.pickedUp(job.assignmentId());
        }
      }
      case JobEvent.Delivered(var job, _) -> end(job, AssignmentStatus.DELIVERED, null);
      case JobEvent.Withdrawn(var job) -> {
        var assignment = end(job, AssignmentStatus.ENDED, "order_ended");
        if (assignment != null) {
          announce(AssignmentEvent.UNASSIGNED, assignment, "order_ended");
        }
      }
      case JobEvent.Opened _, JobEvent.ReadyChanged _ -> {
        // Nobody is bound, or he stays.
      }
    }
  }

  private @Nullable Assignment end(Job job, AssignmentStatus end, @Nullable String reason) {
    var assignmentId = job.assignmentId();
    if (assignmentId == null || !assignments.end(assignmentId, end, reason)) {
      return null;
    }
    var assignment = assignments.find(assignmentId).orElseThrow();
    couriers.unload(assignment.courierId());
    return assignment;
  }

  private void announce(String type, Assignment assignment, String reason) {
    announcements.announce(
        type, assignment.orderId(), assignment.id(), assignment.courierId(), null, reason);
  }
}
