package dev.plaza.notify.delivery;

import dev.plaza.notify.address.Recipient;
import dev.plaza.notify.device.Devices;
import dev.plaza.notify.job.Jobs;
import dev.plaza.notify.preference.Consents;
import dev.plaza.notify.preference.People;
import dev.plaza.notify.preference.Person;
import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.suppression.Suppressions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/// Reads what the checks of a batch need.
@Component
class FactFinder {

  private final Jobs jobs;
  private final People people;
  private final Devices devices;
  private final Consents consents;
  private final Suppressions suppressions;

  FactFinder(
      Jobs jobs, People people, Devices devices, Consents consents, Suppressions suppressions) {
    this.jobs = jobs;
    this.people = people;
    this.devices = devices;
    this.consents = consents;
    this.suppressions = suppressions;
  }

  Facts find(List<Delivery> batch) {
    Set<String> users = users(batch, false);
    Map<String, Person> persons = people.find(users);
    var marks = new HashSet<String>();
    for (Delivery it : batch) {
      String user = Recipient.ofKey(it.recipient()).userId();
      Person known = user == null ? null : persons.get(user);
      String address = Facts.address(it, known == null ? Person.unknown("") : known);
      if (address != null && (it.channel() == Channel.EMAIL || it.channel() == Channel.SMS)) {
        marks.add(Suppressions.mark(it.channel(), address));
      }
    }
    return new Facts(
        jobs.find(batch.stream().map(Delivery::jobId).toList()),
        persons,
        devices.of(users(batch, true)),
        consents.refusals(batch.stream().map(Delivery::recipient).collect(Collectors.toSet())),
        suppressions.among(marks));
  }

  private static Set<String> users(List<Delivery> batch, boolean pushedOnly) {
    return batch.stream()
        .filter(it -> !pushedOnly || it.channel() == Channel.PUSH)
        .map(it -> Recipient.ofKey(it.recipient()).userId())
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }
}
