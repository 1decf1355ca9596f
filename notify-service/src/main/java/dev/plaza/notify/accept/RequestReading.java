package dev.plaza.notify.accept;

import dev.plaza.notify.address.Recipient;
import dev.plaza.notify.category.Categories;
import dev.plaza.notify.category.Category;
import dev.plaza.notify.category.Channels;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.Outgoing.Priority;
import dev.plaza.notify.template.Template;
import dev.plaza.platform.Ids;
import dev.plaza.platform.problem.ProblemException;
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

/// One request on its way to a job; collects everything that is wrong before it refuses.
final class RequestReading {

  private static final Duration AHEAD_MAX = Duration.ofDays(365);

  private final NotifyRequest request;
  private final Template template;
  private final Categories categories;
  private final Instant now;
  private final @Nullable String traceparent;
  private final Map<String, Object> data;
  private final Map<String, NewDeliveries.Row> rows = new LinkedHashMap<>();
  private final ProblemException problem =
      new ProblemException(AcceptProblem.NOT_NOTIFIABLE, "See the errors.");

  RequestReading(
      NotifyRequest request,
      Template template,
      Categories categories,
      Instant now,
      @Nullable String traceparent) {
    this.request = request;
    this.template = template;
    this.categories = categories;
    this.now = now;
    this.traceparent = traceparent;
    this.data = request.data() == null ? Map.of() : request.data();
  }

  Prepared read(String caller) {
    Job job = job(caller);
    return new Prepared(job, List.copyOf(rows.values()));
  }

  private Job job(String caller) {
    Set<String> topics = topics();
    String subject = request.category() == null ? template.category() : request.category();
    Category category = category(subject);
    Priority priority = priority(category, topics);
    List<Channel> channels = channels();
    Recipients.locale(problem, "/locale", request.locale());
    List<String> exclude = exclude();
    recipients(exclude, topics, channels);
    Instant sendAt = sendAt();
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
        traceparent,
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

  /// A bare address has its own channel only.
  private static boolean isReached(Recipient recipient, List<Channel> channels) {
    return switch (recipient.kind()) {
      case USER -> true;
      case EMAIL -> channels.contains(Channel.EMAIL);
      case PHONE -> channels.contains(Channel.SMS);
    };
  }

  private void recipients(List<String> exclude, Set<String> topics, List<Channel> channels) {
    List<NotifyRequest.To> named = request.recipients() == null ? List.of() : request.recipients();
    if (named.isEmpty() && topics.isEmpty()) {
      problem.at("/recipients", "are none, and there is no topic");
    }
    for (int i = 0; i < named.size(); i++) {
      var to = named.get(i);
      Recipient recipient = Recipients.read(problem, "/recipients/" + i, to);
      if (recipient != null && !channels.isEmpty() && !isReached(recipient, channels)) {
        problem.at("/recipients/" + i, "is reached by none of the channels");
      }
      if (recipient != null && !exclude.contains(recipient.key())) {
        rows.putIfAbsent(
            recipient.key(),
            new NewDeliveries.Row(recipient.key(), to.locale(), to.zone(), to.data()));
      }
    }
  }

  private Instant sendAt() {
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
}
