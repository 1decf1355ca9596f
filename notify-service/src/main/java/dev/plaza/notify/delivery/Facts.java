package dev.plaza.notify.delivery;

import dev.plaza.notify.address.Recipient;
import dev.plaza.notify.device.Devices;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.preference.Person;
import dev.plaza.notify.provider.Channel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// All that the checks of a batch need to know, read in a few statements.
///
/// @param refused as `Consents.mark` writes it
/// @param suppressed as `Suppressions.mark` writes it
record Facts(
    Map<String, Job> jobs,
    Map<String, Person> people,
    Map<String, List<Devices.Device>> devices,
    Set<String> refused,
    Set<String> suppressed) {

  Job job(Delivery delivery) {
    Job job = jobs.get(delivery.jobId());
    if (job == null) {
      throw new IllegalStateException("no job " + delivery.jobId());
    }
    return job;
  }

  Person person(Delivery delivery) {
    String user = Recipient.ofKey(delivery.recipient()).userId();
    Person known = user == null ? null : people.get(user);
    return known == null ? Person.unknown(user == null ? "" : user) : known;
  }

  /// Where it goes: an e-mail address, a number, a user for the inbox, a device's target; null when
  /// there is no such thing.
  @Nullable String address(Delivery delivery) {
    return address(delivery, person(delivery));
  }

  static @Nullable String address(Delivery delivery, Person person) {
    var recipient = Recipient.ofKey(delivery.recipient());
    return switch (delivery.channel()) {
      case EMAIL -> recipient.kind() == Recipient.Kind.EMAIL ? recipient.value() : person.email();
      case SMS -> recipient.kind() == Recipient.Kind.PHONE ? recipient.value() : person.phone();
      case PUSH, IN_APP -> recipient.userId();
    };
  }

  List<Devices.Device> devicesOf(Delivery delivery) {
    String user = Recipient.ofKey(delivery.recipient()).userId();
    if (user == null || delivery.channel() != Channel.PUSH) {
      return List.of();
    }
    var all = devices.getOrDefault(user, List.of());
    return delivery.device().isEmpty() || delivery.device().equals(Digests.DEVICE)
        ? all
        : all.stream().filter(it -> it.token().equals(delivery.device())).toList();
  }
}
