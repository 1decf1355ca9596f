package dev.plaza.notify.accept;

import dev.plaza.notify.address.Recipient;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Lists that can be notified as a whole, filled piece by piece: up to a million members.
@RestController
@RequestMapping("/notify/topics/{topic}")
class TopicController {

  private static final long MEMBERS_MAX = 1_000_000;

  private final TopicMembers members;

  TopicController(TopicMembers members) {
    this.members = members;
  }

  record Members(@NotNull @Size(max = 1000) List<NotifyRequest.@NotNull @Valid To> members) {}

  record Topic(String topic, long members) {}

  /// Adds these, or replaces what is known of them.
  @PutMapping("/members")
  @Transactional
  Topic put(@PathVariable String topic, @Valid @RequestBody Members wanted, Caller caller) {
    caller.require(Role.SERVICE, Role.OPS);
    if (!TopicMembers.isName(topic)) {
      throw new ProblemException(CommonProblem.INVALID, "See the errors.")
          .at("topic", "is no name of a topic");
    }
    long count = members.put(topic, List.copyOf(rows(wanted).values()));
    if (count > MEMBERS_MAX) {
      throw new ProblemException(
          CommonProblem.INVALID, "A topic has at most " + MEMBERS_MAX + " members.");
    }
    return new Topic(topic, count);
  }

  @PostMapping("/members/remove")
  Topic remove(@PathVariable String topic, @Valid @RequestBody Members wanted, Caller caller) {
    caller.require(Role.SERVICE, Role.OPS);
    members.remove(topic, List.copyOf(rows(wanted).keySet()));
    return new Topic(topic, members.count(topic));
  }

  @GetMapping
  Topic get(@PathVariable String topic, Caller caller) {
    caller.require(Role.SERVICE, Role.OPS);
    return new Topic(topic, members.count(topic));
  }

  @DeleteMapping
  @Transactional
  ResponseEntity<Void> clear(@PathVariable String topic, Caller caller) {
    caller.require(Role.SERVICE, Role.OPS);
    members.clear(topic);
    return ResponseEntity.noContent().build();
  }

  private static Map<String, NewDeliveries.Row> rows(Members wanted) {
    var problem = new ProblemException(CommonProblem.INVALID, "See the errors.");
    var rows = new LinkedHashMap<String, NewDeliveries.Row>();
    for (int i = 0; i < wanted.members().size(); i++) {
      var to = wanted.members().get(i);
      Recipient recipient = Recipients.read(problem, "/members/" + i, to);
      if (recipient != null) {
        rows.put(
            recipient.key(),
            new NewDeliveries.Row(recipient.key(), to.locale(), to.zone(), to.data()));
      }
    }
    if (!problem.errors().isEmpty()) {
      throw problem;
    }
    return rows;
  }
}
