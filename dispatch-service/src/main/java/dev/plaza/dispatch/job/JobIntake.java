package dev.plaza.dispatch.job;

import dev.plaza.contracts.order.OrderEvent;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/// Follows the orders. Repeated, late or impossible news change nothing: the version of the order
/// and the state of the job decide.
@Component
class JobIntake {

  private static final Log LOG = LogFactory.getLog(JobIntake.class);

  private final Jobs jobs;
  private final ApplicationEventPublisher events;

  JobIntake(Jobs jobs, ApplicationEventPublisher events) {
    this.jobs = jobs;
    this.events = events;
  }

  static boolean concerns(String type) {
    return switch (type) {
      case OrderEvent.DISPATCH_REQUESTED,
          OrderEvent.READY_CHANGED,
          OrderEvent.COURIER_ARRIVED,
          OrderEvent.PICKED_UP,
          OrderEvent.DELIVERED,
          OrderEvent.REJECTED,
          OrderEvent.CANCELLED,
          OrderEvent.PAYMENT_FAILED,
          OrderEvent.EXPIRED ->
          true;
      default -> false;
    };
  }

  /// Must run inside a transaction.
  void take(String type, OrderEvent order) {
    var known = jobs.lock(order.orderId());
    if (known.isEmpty()) {
      if (type.equals(OrderEvent.DISPATCH_REQUESTED)) {
        jobs.insert(order);
        events.publishEvent(new JobEvent.Opened(jobs.find(order.orderId()).orElseThrow()));
      }
      return;
    }
    var job = known.get();
    if (order.version() <= job.orderVersion()) {
      return;
    }
    jobs.seen(job, order.version());
    apply(type, order, job);
  }

  private void apply(String type, OrderEvent order, Job job) {
    switch (type) {
      case OrderEvent.DISPATCH_REQUESTED -> requestedAgain(order, job);
      case OrderEvent.READY_CHANGED -> readyChanged(order, job);
      case OrderEvent.COURIER_ARRIVED -> {
        if (job.status() == JobStatus.ASSIGNED) {
          jobs.arrived(job, order.at());
        }
      }
      case OrderEvent.PICKED_UP -> {
        if (allowed(job, JobStatus.PICKED_UP)) {
          jobs.pickedUp(job, order.at());
          events.publishEvent(new JobEvent.PickedUp(job, order.at()));
        }
      }
      case OrderEvent.DELIVERED -> {
        if (allowed(job, JobStatus.DELIVERED)) {
          jobs.ended(job, JobStatus.DELIVERED);
          events.publishEvent(new JobEvent.Delivered(job, order.at()));
        }
      }
      default -> {
        if (job.status().live()) {
          jobs.ended(job, JobStatus.WITHDRAWN);
          events.publishEvent(new JobEvent.Withdrawn(job));
        }
      }
    }
  }

  private void requestedAgain(OrderEvent order, Job job) {
    readyChanged(order, job);
    if (job.status() == JobStatus.FAILED) {
      jobs.searchAgain(job);
      events.publishEvent(new JobEvent.Opened(job));
    }
  }

  private void readyChanged(OrderEvent order, Job job) {
    var readyAt = order.readyAt();
    if (readyAt != null && !readyAt.equals(job.readyAt())) {
      jobs.ready(job, readyAt, order.version());
      events.publishEvent(new JobEvent.ReadyChanged(job, readyAt));
    }
  }

  private static boolean allowed(Job job, JobStatus next) {
    boolean allowed = job.status().next().contains(next);
    if (!allowed) {
      LOG.warn(
          "order %s: %s comes when the job is %s".formatted(job.orderId(), next, job.status()));
    }
    return allowed;
  }
}
