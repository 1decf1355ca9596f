package dev.plaza.dispatch.board;

import dev.plaza.dispatch.assignment.Assignment;
import dev.plaza.dispatch.assignment.Assignments;
import dev.plaza.dispatch.courier.Courier;
import dev.plaza.dispatch.courier.Couriers;
import dev.plaza.dispatch.job.Job;
import dev.plaza.dispatch.job.Jobs;
import dev.plaza.dispatch.offer.OfferRow;
import dev.plaza.dispatch.offer.Offers;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/// What operators see: the whole board, and the story of one order.
@RestController
class BoardController {

  private static final int ROWS_MAX = 500;

  private final Jobs jobs;
  private final Couriers couriers;
  private final Offers offers;
  private final Assignments assignments;

  BoardController(Jobs jobs, Couriers couriers, Offers offers, Assignments assignments) {
    this.jobs = jobs;
    this.couriers = couriers;
    this.offers = offers;
    this.assignments = assignments;
  }

  /// @param openOrders everything that is not over, longest waiting first
  record Board(
      List<Job> openOrders,
      List<Courier> couriers,
      List<OfferRow> offers,
      List<Assignment> assignments) {}

  record Story(Job order, List<OfferRow> offers, List<Assignment> assignments) {}

  @GetMapping("/dispatch/board")
  Board board(Caller caller) {
    caller.require(Role.OPS);
    return new Board(
        jobs.live(ROWS_MAX),
        couriers.onDuty(ROWS_MAX),
        offers.open(ROWS_MAX),
        assignments.live(ROWS_MAX));
  }

  /// Every offer and every courier that an order ever had.
  @GetMapping("/dispatch/orders/{orderId}")
  Story story(@PathVariable String orderId, Caller caller) {
    caller.require(Role.OPS);
    var job = jobs.find(orderId).orElseThrow(ProblemException::notFound);
    return new Story(job, offers.history(orderId, ROWS_MAX), assignments.history(orderId));
  }
}
