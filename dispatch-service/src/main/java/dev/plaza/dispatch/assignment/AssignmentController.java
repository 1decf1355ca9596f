package dev.plaza.dispatch.assignment;

import dev.plaza.platform.Ids;
import dev.plaza.platform.paging.Page;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/// A courier's own assignments.
@RestController
class AssignmentController {

  private final Assignments assignments;
  private final Leaving leaving;
  private final TransactionTemplate transaction;

  AssignmentController(Assignments assignments, Leaving leaving, TransactionTemplate transaction) {
    this.assignments = assignments;
    this.leaving = leaving;
    this.transaction = transaction;
  }

  record CancelRequest(@Size(max = 200) @Nullable String reason) {}

  record AssignmentView(
      String id, String orderId, String offerId, AssignmentStatus status, Instant assignedAt) {

    static AssignmentView of(Assignment it) {
      return new AssignmentView(it.id(), it.orderId(), it.offerId(), it.status(), it.assignedAt());
    }
  }

  @GetMapping("/courier/assignments")
  Page<AssignmentView> mine(Caller caller) {
    caller.require(Role.COURIER);
    return new Page<>(
        assignments.liveOf(caller.subject()).stream().map(AssignmentView::of).toList(), null);
  }

  /// Before pick-up the order goes to somebody else; after it, the order is lost. The id of an
  /// accepted offer stands for all assignments that came of it.
  @PostMapping("/assignments/{id}/cancel")
  AssignmentView cancel(
      @PathVariable String id,
      @Valid @RequestBody(required = false) @Nullable CancelRequest request,
      Caller caller) {
    caller.require(Role.COURIER);
    var reason = request == null ? null : request.reason();
    return transaction.execute(
        _ -> {
          var mine = own(id, caller);
          boolean left = false;
          for (var assignment : mine) {
            left |= leaving.leave(assignment, Leaving.Cause.CANCELLED, reason);
          }
          var now = own(id, caller).getFirst();
          if (!left && now.status() != AssignmentStatus.CANCELLED) {
            throw new ProblemException(
                    AssignmentProblem.ASSIGNMENT_ENDED, "It is " + now.status() + " already.")
                .with("order_id", now.orderId());
          }
          return AssignmentView.of(now);
        });
  }

  private List<Assignment> own(String id, Caller caller) {
    if (!Ids.isId(id)) {
      throw ProblemException.notFound();
    }
    var mine =
        assignments.findAll(id).stream()
            .filter(it -> it.courierId().equals(caller.subject()))
            .toList();
    if (mine.isEmpty()) {
      throw ProblemException.notFound();
    }
    return mine;
  }
}
