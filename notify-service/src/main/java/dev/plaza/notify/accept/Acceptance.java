package dev.plaza.notify.accept;

import dev.plaza.notify.category.Categories;
import dev.plaza.notify.delivery.Lanes;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.job.Jobs;
import dev.plaza.notify.template.Template;
import dev.plaza.notify.template.Templates;
import dev.plaza.platform.problem.ProblemException;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// Checks a request and stores it: the job, its deliveries to named recipients, or the intent to
/// fan it out. All of it in the caller's transaction; what was answered 202 is in the database.
@Component
public class Acceptance {

  private final Templates templates;
  private final Categories categories;
  private final Jobs jobs;
  private final NewDeliveries deliveries;
  private final Lanes lanes;
  private final FanOut fanOut;
  private final Clock clock;
  private final Tracer tracer;

  Acceptance(
      Templates templates,
      Categories categories,
      Jobs jobs,
      NewDeliveries deliveries,
      Lanes lanes,
      FanOut fanOut,
      Clock clock,
      ObjectProvider<Tracer> tracer) {
    this.templates = templates;
    this.categories = categories;
    this.jobs = jobs;
    this.deliveries = deliveries;
    this.lanes = lanes;
    this.fanOut = fanOut;
    this.clock = clock;
    this.tracer = tracer.getIfAvailable(() -> Tracer.NOOP);
  }

  /// @param duplicate whether the caller had asked for it before, by its dedupe key
  public record Accepted(String jobId, boolean duplicate) {}

  public Accepted accept(NotifyRequest request, String caller) {
    Template template =
        templates
            .live(request.template())
            .orElseThrow(
                () ->
                    new ProblemException(AcceptProblem.UNKNOWN_TEMPLATE, "See the errors.")
                        .at("/template", "is no published template"));
    Prepared prepared = read(request, template, caller);
    return Objects.requireNonNull(store(List.of(prepared)).get(prepared.job().id()));
  }

  /// The request as it would be stored, by the template as it was published when this instance
  /// looked last; empty if that is not known or if something seems wrong: only [#accept] may tell.
  Optional<Prepared> glance(NotifyRequest request, String caller) {
    try {
      return templates.lately(request.template()).map(it -> read(request, it, caller));
    } catch (ProblemException _) {
      return Optional.empty();
    }
  }

  /// Those of these whose template is still the published one.
  List<Prepared> current(List<Prepared> prepared) {
    var live = templates.liveVersions(prepared.stream().map(it -> it.job().template()).toList());
    return prepared.stream()
        .filter(it -> Integer.valueOf(it.job().version()).equals(live.get(it.job().template())))
        .toList();
  }

  /// In the caller's transaction.
  ///
  /// @return what became of each, by the id of its job
  Map<String, Accepted> store(List<Prepared> prepared) {
    var sizes = new HashMap<String, Integer>();
    prepared.forEach(it -> sizes.put(it.job().id(), it.rows().size()));
    var added = jobs.add(prepared.stream().map(Prepared::job).toList(), sizes);
    var fresh = prepared.stream().filter(it -> added.contains(it.job().id())).toList();
    deliveries.add(fresh);
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            fresh.forEach(it -> wake(it.job()));
          }
        });
    var accepted = new HashMap<String, Accepted>();
    for (Prepared it : prepared) {
      String id = it.job().id();
      accepted.put(id, added.contains(id) ? new Accepted(id, false) : duplicate(it.job()));
    }
    return accepted;
  }

  private Accepted duplicate(Job job) {
    return jobs.byDedupeKey(job.caller(), String.valueOf(job.dedupeKey()))
        .map(it -> new Accepted(it, true))
        .orElseThrow(() -> new IllegalStateException("a duplicate of nothing"));
  }

  private void wake(Job job) {
    lanes.wake(job.priority());
    if (!job.topics().isEmpty()) {
      fanOut.wake();
    }
  }

  private Prepared read(NotifyRequest request, Template template, String caller) {
    return new RequestReading(request, template, categories, clock.instant(), traceparent())
        .read(caller);
  }

  private @Nullable String traceparent() {
    Span span = tracer.currentSpan();
    if (span == null) {
      return null;
    }
    var context = span.context();
    String sampled = Boolean.TRUE.equals(context.sampled()) ? "01" : "00";
    return "00-" + context.traceId() + "-" + context.spanId() + "-" + sampled;
  }
}
