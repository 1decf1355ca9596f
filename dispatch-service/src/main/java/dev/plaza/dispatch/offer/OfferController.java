package dev.plaza.dispatch.offer;

import dev.plaza.dispatch.assignment.Assignment;
import dev.plaza.dispatch.courier.CourierFeed;
import dev.plaza.platform.Ids;
import dev.plaza.platform.paging.Page;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import dev.plaza.platform.stream.LiveStreams;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/// A courier's own offers. Other couriers' do not exist for him.
@RestController
class OfferController {

  private final OfferStore store;
  private final Accepting accepting;
  private final Declining declining;
  private final CourierFeed feed;
  private final LiveStreams streams;
  private final TransactionTemplate transaction;

  OfferController(
      OfferStore store,
      Accepting accepting,
      Declining declining,
      CourierFeed feed,
      LiveStreams streams,
      TransactionTemplate transaction) {
    this.store = store;
    this.accepting = accepting;
    this.declining = declining;
    this.feed = feed;
    this.streams = streams;
    this.transaction = transaction;
  }

  /// @param assignmentId what cancels all of it: the assignment, or the offer when it made several
  record Accepted(
      String id,
      String status,
      String assignmentId,
      List<String> orderIds,
      List<Bound> assignments) {}

  record Bound(String id, String orderId) {}

  record DeclineRequest(@Size(max = 200) @Nullable String reason) {}

  record Declined(String id, String status) {}

  @GetMapping("/courier/offers")
  Page<OfferView> mine(Caller caller) {
    caller.require(Role.COURIER);
    return new Page<>(store.pendingOf(caller.subject()).stream().map(Offer::view).toList(), null);
  }

  @GetMapping(value = "/courier/offers/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter stream(
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
      Caller caller) {
    caller.require(Role.COURIER);
    return streams.open(
        CourierFeed.key(caller.subject()),
        lastEventId,
        new OfferStream(caller.subject(), store, feed));
  }

  @PostMapping("/offers/{id}/accept")
  Accepted accept(@PathVariable String id, Caller caller) {
    caller.require(Role.COURIER);
    checkId(id);
    var made = transaction.execute(_ -> accepting.accept(id, caller.subject()));
    return new Accepted(
        id,
        "accepted",
        made.size() == 1 ? made.getFirst().id() : id,
        made.stream().map(Assignment::orderId).toList(),
        made.stream().map(it -> new Bound(it.id(), it.orderId())).toList());
  }

  @PostMapping("/offers/{id}/decline")
  Declined decline(
      @PathVariable String id,
      @Valid @RequestBody(required = false) @Nullable DeclineRequest request,
      Caller caller) {
    caller.require(Role.COURIER);
    checkId(id);
    var reason = request == null ? null : request.reason();
    transaction.executeWithoutResult(_ -> declining.decline(id, caller.subject(), reason));
    return new Declined(id, "declined");
  }

  private static void checkId(String id) {
    if (!Ids.isId(id)) {
      throw ProblemException.notFound();
    }
  }
}
