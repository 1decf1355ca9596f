package dev.plaza.notify.accept;

import dev.plaza.notify.address.Recipient;
import dev.plaza.notify.category.Categories;
import dev.plaza.notify.category.Category;
import dev.plaza.notify.category.Channels;
import dev.plaza.notify.delivery.Lanes;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.job.Jobs;
import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.Outgoing.Priority;
import dev.plaza.notify.template.Template;
import dev.plaza.notify.template.Templates;
import dev.plaza.platform.Ids;
import dev.plaza.platform.problem.ProblemException;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// Checks a request and stores it: the job, its deliveries to named recipients, or the intent to
/// fan it out. All of it in the caller's transaction; what was answered 202 is in the database.
@Component
public class Acceptance {

  private static final Duration AHEAD_MAX = Duration.ofDays(365);

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
    var reading = new Reading(request);
    Job job = reading.job(caller);
    if (!jobs.add(job, reading.rows.size())) {
      String first =
          jobs.byDedupeKey(caller, String.valueOf(job.dedupeKey()))
              .orElseThrow(() -> new IllegalStateException("a duplicate of nothing"));
      return new Accepted(first, true);
    }
    if (!reading.rows.isEmpty()) {
      deliveries.add(job, List.copyOf(reading.rows.values()));
    }
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            lanes.wake(job.priority());
            if (!job.topics().isEmpty()) {
              fanOut.wake();
            }
          }
        });
    return new Accepted(job.id(), false);
  }

  /// One request on its way to a job; collects everything that is wrong before it refuses.
  private final class Reading {
    private final NotifyRequest request;
    private final Template template;
    private final Map<String, Object> data;
    private final Map<String, NewDeliveries.Row> rows = new LinkedHashMap<>();
    private final ProblemException problem =
        new ProblemException(AcceptProblem.NOT_NOTIFIABLE, "See the errors.");

    Reading(NotifyRequest request) {
      this.request = request;
      this.template =
          templates
              .live(request.template())
              .orElseThrow(
                  () ->
                      new ProblemException(AcceptProblem.UNKNOWN_TEMPLATE, "See the errors.")
                          .at("/template", "is no published template"));
      this.data = request.data() == null ? Map.of() : request.data();
    }

    Job job(String caller) {
      Set<String> topics = topics();
      String subject = request.category() == null ? template.category() : request.category();
      Category category = category(subject);
      Priority priority = priority(category, topics);
      List<Channel> channels = channels();
      Recipients.locale(problem, "/locale", request.locale());
      List<String> exclude = exclude();
      recipients(exclude, topics);
      Instant now = clock.instant();
      Instant sendAt = sendAt(now);
      Instant expiresAt =
          request.expiresAt() == null ? sendAt.plus(category.lateness()) : request.expiresAt();
      if (!expiresAt.isAfter(sendAt)) {
        problem.at("/expires_at", "is not after it is sent");
      }
      if (!problem.errors().isEmpty()) {
        throw problem;
      }
      variables(topics);
      return new Job(
          Ids.next(),
          caller,
          template.key(),
          template.version(),
          subject,
          priority,
          channels,
          data,
          request.locale(),
          List.copyOf(topics),
          exclude,
          sendAt,
          expiresAt,
          request.dedupeKey(),
          traceparent(),
          rows.size() > 1 || !topics.isEmpty(),
          now);
    }

    private Set<String> topics() {
      var topics = new LinkedHashSet<String>();
      if (request.topic() != null) {
        topics.add(request.topic());
      }
      if (request.topics() != null) {
        topics.addAll(request.topics());
      }
      topics.stream()
          .filter(it -> !TopicMembers.isName(it))
          .forEach(it -> problem.at("/topic", "is no name of a topic"));
      return topics;
    }

    /// A request may be about something else than its template usually is.
    private Category category(String subject) {
      var found = categories.find(subject);
      if (found.isEmpty()) {
        problem.at("/category", Categories.NAME_RULE);
      }
      return categories.of(subject, Priority.BULK);
    }

    private Priority priority(Category category, Set<String> topics) {
      String wanted = request.priority();
      if (wanted == null) {
        return category.critical()
            ? Priority.CRITICAL
            : topics.isEmpty() ? Priority.TRANSACTIONAL : Priority.BULK;
      }
      for (Priority it : Priority.values()) {
        if (it.name().toLowerCase(Locale.ROOT).equals(wanted)) {
          return it;
        }
      }
      problem.at("/priority", "is none of critical, transactional, bulk");
      return Priority.BULK;
    }

    private List<Channel> channels() {
      Set<Channel> offered = template.channels();
      if (request.channels() == null) {
        return List.copyOf(offered);
      }
      var channels = new LinkedHashSet<Channel>();
      for (int i = 0; i < request.channels().size(); i++) {
        String at = "/channels/" + i;
        var channel = Channels.find(request.channels().get(i));
        if (channel.isEmpty()) {
          problem.at(at, "is no channel");
        } else if (!offered.contains(channel.get())) {
          problem.at(at, "is a channel the template says nothing on");
        } else {
          channels.add(channel.get());
        }
      }
      if (request.channels().isEmpty()) {
        problem.at("/channels", "are empty; leave them out for all");
      }
      return List.copyOf(channels);
    }

    private List<String> exclude() {
      return request.exclude() == null
          ? List.of()
          : request.exclude().stream().map(it -> Recipient.user(it).key()).toList();
    }

    private void recipients(List<String> exclude, Set<String> topics) {
      List<NotifyRequest.To> named =
          request.recipients() == null ? List.of() : request.recipients();
      if (named.isEmpty() && topics.isEmpty()) {
        problem.at("/recipients", "are none, and there is no topic");
      }
      for (int i = 0; i < named.size(); i++) {
        var to = named.get(i);
        Recipient recipient = Recipients.read(problem, "/recipients/" + i, to);
        if (recipient != null && !exclude.contains(recipient.key())) {
          rows.putIfAbsent(
              recipient.key(),
              new NewDeliveries.Row(recipient.key(), to.locale(), to.zone(), to.data()));
        }
      }
    }

    private Instant sendAt(Instant now) {
      Instant wanted = request.sendAt();
      if (wanted == null || wanted.isBefore(now)) {
        return now;
      }
      if (wanted.isAfter(now.plus(AHEAD_MAX))) {
        problem.at("/send_at", "is more than a year ahead");
      }
      return wanted;
    }

    /// Members of topics may bring what is missing here; each is asked when he is rendered.
    private void variables(Set<String> topics) {
      var missing =
          new ProblemException(AcceptProblem.MISSING_VARIABLE, "Required variables are missing.");
      if (topics.isEmpty() || !rows.isEmpty()) {
        List<NotifyRequest.To> named =
            request.recipients() == null ? List.of() : request.recipients();
        boolean own = named.stream().anyMatch(it -> it.data() != null);
        if (own) {
          for (int i = 0; i < named.size(); i++) {
            var all = new HashMap<>(data);
            all.putAll(named.get(i).data() == null ? Map.of() : named.get(i).data());
            for (String name : template.missing(all)) {
              missing.at("/recipients/" + i + "/data/" + name, "is required");
            }
          }
        } else {
          template.missing(data).forEach(it -> missing.at("/data/" + it, "is required"));
        }
      }
      if (!missing.errors().isEmpty()) {
        throw missing;
      }
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
}
