package dev.plaza.dispatch.job;

import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// Asks for a courier at once. Dispatch does so by itself when an order wants one; this is for
/// operators, and harmless when repeated.
@RestController
class AssignController {

  private final Jobs jobs;
  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;

  AssignController(Jobs jobs, TransactionTemplate transaction, ApplicationEventPublisher events) {
    this.jobs = jobs;
    this.transaction = transaction;
    this.events = events;
  }

  record AssignRequest(@NotBlank @Size(max = 64) String orderId) {}

  record AssignView(String orderId, JobStatus status) {}

  @PostMapping("/assign")
  @ResponseStatus(HttpStatus.ACCEPTED)
  AssignView assign(@Valid @RequestBody AssignRequest request, Caller caller) {
    caller.require(Role.SERVICE, Role.OPS);
    return transaction.execute(
        _ -> {
          var job = jobs.lock(request.orderId()).orElseThrow(ProblemException::notFound);
          return new AssignView(job.orderId(), search(job));
        });
  }

  private JobStatus search(Job job) {
    if (job.status() == JobStatus.OPEN) {
      events.publishEvent(new JobEvent.Opened(job));
      return JobStatus.OPEN;
    }
    if (!job.status().live()) {
      throw new ProblemException(
              JobProblem.JOB_ENDED, "The search for this order has ended: it is " + job.status())
          .with("order_id", job.orderId());
    }
    return job.status();
  }
}
