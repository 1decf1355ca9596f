package dev.plaza.notify.accept;

import dev.plaza.notify.delivery.DeliveryRecords;
import dev.plaza.notify.delivery.Upkeep;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.job.Jobs;
import dev.plaza.platform.Ids;
import dev.plaza.platform.idempotency.Idempotency;
import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.paging.Page;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Asking for notifications. Services and ops may reach anyone; nobody else may reach others.
@RestController
@RequestMapping("/notify")
class NotifyController {

  private final Idempotency idempotency;
  private final Door door;
  private final Jobs jobs;
  private final Upkeep upkeep;
  private final DeliveryRecords records;
  private final Cursors cursors;

  NotifyController(
      Idempotency idempotency,
      Door door,
      Jobs jobs,
      Upkeep upkeep,
      DeliveryRecords records,
      Cursors cursors) {
    this.idempotency = idempotency;
    this.door = door;
    this.jobs = jobs;
    this.upkeep = upkeep;
    this.records = records;
    this.cursors = cursors;
  }

  /// @param states how many deliveries are in each state
  record JobView(
      String jobId,
      String template,
      int version,
      String category,
      String priority,
      String status,
      long recipients,
      Map<String, Long> states,
      Instant sendAt,
      Instant expiresAt,
      Instant createdAt,
      @Nullable Instant finishedAt) {}

  @PostMapping
  ResponseEntity<?> notify(
      @Valid @RequestBody NotifyRequest request, Caller caller, HttpServletRequest http) {
    caller.require(Role.SERVICE, Role.OPS);
    return door.enter(request, caller, http);
  }

  @GetMapping("/{jobId}")
  JobView job(@PathVariable String jobId, Caller caller) {
    var progress = own(jobId, caller);
    Job job = progress.job();
    Map<String, Long> states = upkeep.counts(jobId);
    boolean ended = !states.containsKey("queued") && !states.containsKey("claimed");
    String status =
        progress.status() == Job.Status.RUNNING && ended
            ? "finished"
            : progress.status().name().toLowerCase(Locale.ROOT);
    return new JobView(
        jobId,
        job.template(),
        job.version(),
        job.category(),
        job.priority().name().toLowerCase(Locale.ROOT),
        status,
        progress.recipients(),
        states,
        job.sendAt(),
        job.expiresAt(),
        job.createdAt(),
        progress.finishedAt());
  }

  @GetMapping("/{jobId}/deliveries")
  Page<DeliveryRecords.Seen> deliveries(
      @PathVariable String jobId,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor,
      Caller caller) {
    own(jobId, caller);
    int most = Cursors.limit(limit);
    String scope = "deliveries|" + jobId;
    List<String> after = cursor == null ? List.of("", "", "") : cursors.decode(scope, cursor);
    var rows = records.ofJob(jobId, after, most + 1);
    if (rows.size() <= most) {
      return new Page<>(rows, null);
    }
    var last = rows.get(most - 1);
    return new Page<>(
        rows.subList(0, most),
        cursors.encode(scope, last.recipient(), last.channel(), last.device()));
  }

  /// Withdraws what has not left yet; what has left is told by the counts.
  @PostMapping("/{jobId}/cancel")
  ResponseEntity<?> cancel(@PathVariable String jobId, Caller caller, HttpServletRequest http) {
    own(jobId, caller);
    return idempotency.once(
        http, caller, "cancel", () -> ResponseEntity.ok(cancelled(jobId, caller)));
  }

  private JobView cancelled(String jobId, Caller caller) {
    if (!upkeep.cancel(jobId, records)) {
      throw new ProblemException(AcceptProblem.ALREADY_ENDED, "There is nothing left to cancel.");
    }
    return job(jobId, caller);
  }

  private Jobs.Progress own(String jobId, Caller caller) {
    caller.require(Role.SERVICE, Role.OPS);
    if (!Ids.isId(jobId)) {
      throw ProblemException.notFound();
    }
    return jobs.progress(jobId)
        .filter(it -> caller.is(Role.OPS) || it.job().caller().equals(caller.subject()))
        .orElseThrow(ProblemException::notFound);
  }
}
