package dev.plaza.notify.delivery;

import dev.plaza.notify.address.Recipient;
import dev.plaza.notify.job.Jobs;
import dev.plaza.platform.Ids;
import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.paging.Page;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Single deliveries: why one went or did not go, and the dead ones.
@RestController
class DeliveryController {

  private static final String DLQ = "dlq";

  private final DeliveryRecords records;
  private final Jobs jobs;
  private final Lanes lanes;
  private final Cursors cursors;

  DeliveryController(DeliveryRecords records, Jobs jobs, Lanes lanes, Cursors cursors) {
    this.records = records;
    this.jobs = jobs;
    this.lanes = lanes;
    this.cursors = cursors;
  }

  /// @param ids these; else all of the job; else, with `all`, all
  record Replay(
      @Size(max = 10_000) @Nullable List<String> ids,
      @Nullable String jobId,
      @Nullable Boolean all) {}

  record Replayed(int replayed) {}

  /// For ops, for the service that sent it, and for the user it was for.
  @GetMapping("/deliveries/{id}/explain")
  DeliveryRecords.Explanation explain(@PathVariable String id, Caller caller) {
    var delivery =
        (Ids.isId(id) ? records.find(id) : java.util.Optional.<DeliveryRecords.Seen>empty())
            .orElseThrow(ProblemException::notFound);
    boolean own = delivery.recipient().equals(Recipient.user(caller.subject()).key());
    if (!own && !caller.is(Role.OPS)) {
      var job = jobs.find(List.of(delivery.jobId())).get(delivery.jobId());
      if (job == null || !caller.is(Role.SERVICE) || !job.caller().equals(caller.subject())) {
        throw ProblemException.notFound();
      }
    }
    return records.explain(delivery);
  }

  @GetMapping("/dlq")
  Page<DeliveryRecords.Seen> dead(
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor,
      Caller caller) {
    caller.require(Role.OPS);
    int most = Cursors.limit(limit);
    String after = cursor == null ? null : cursors.decode(DLQ, cursor).getFirst();
    var rows = records.dead(after, most + 1);
    return rows.size() <= most
        ? new Page<>(rows, null)
        : new Page<>(rows.subList(0, most), cursors.encode(DLQ, rows.get(most - 1).id()));
  }

  @PostMapping("/dlq/replay")
  Replayed replay(@jakarta.validation.Valid @RequestBody Replay wanted, Caller caller) {
    caller.require(Role.OPS);
    List<String> ids = wanted.ids();
    if (ids == null && wanted.jobId() == null && !Boolean.TRUE.equals(wanted.all())) {
      throw new ProblemException(CommonProblem.INVALID, "See the errors.")
          .at("", "name ids, a job_id, or all");
    }
    if ((ids != null && !ids.stream().allMatch(Ids::isId))
        || (wanted.jobId() != null && !Ids.isId(wanted.jobId()))) {
      throw new ProblemException(CommonProblem.INVALID, "See the errors.")
          .at(ids == null ? "/job_id" : "/ids", "is no id");
    }
    int replayed = records.replay(ids, wanted.jobId());
    for (var priority : dev.plaza.notify.provider.Outgoing.Priority.values()) {
      lanes.wake(priority);
    }
    return new Replayed(replayed);
  }
}
