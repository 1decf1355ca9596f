package dev.plaza.notify.delivery;

import dev.plaza.notify.address.Recipient;
import dev.plaza.notify.category.Categories;
import dev.plaza.notify.device.Devices;
import dev.plaza.notify.inbox.Inboxes;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.preference.Person;
import dev.plaza.notify.preference.UnsubscribeTokens;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.template.Composing;
import dev.plaza.notify.template.Rendered;
import dev.plaza.notify.template.Templates;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Makes the message of a delivery: what it says, from whom, to whom.
@Component
class Composer {

  private static final Duration TTL_MAX = Duration.ofDays(28);

  private final Templates templates;
  private final Composing composing;
  private final UnsubscribeTokens tokens;
  private final Categories categories;
  private final DeliveryProperties properties;

  Composer(
      Templates templates,
      Composing composing,
      UnsubscribeTokens tokens,
      Categories categories,
      DeliveryProperties properties) {
    this.templates = templates;
    this.composing = composing;
    this.tokens = tokens;
    this.categories = categories;
    this.properties = properties;
  }

  /// A message for a provider, or for the inbox.
  sealed interface Message {
    record ToProvider(Outgoing outgoing, String address) implements Message {}

    record ToInbox(Inboxes.Arrival arrival) implements Message {}
  }

  /// @param device the target of a push
  Message compose(
      Delivery delivery,
      Facts facts,
      Map<String, Object> data,
      Devices.@Nullable Device device,
      String attemptId,
      Instant now) {
    Job job = facts.job(delivery);
    Person person = facts.person(delivery);
    var reader = new Composing.Reader(locale(delivery, job, person), zone(delivery, person));
    Rendered rendered =
        composing.render(
            templates.get(job.template(), job.version()), delivery.channel(), reader, data);
    String address = facts.address(delivery);
    if (address == null) {
      throw new IllegalStateException("the checks let a delivery without address pass");
    }
    return switch (rendered) {
      case Rendered.Email it ->
          new Message.ToProvider(email(delivery, job, person, address, it, attemptId), address);
      case Rendered.Sms it ->
          new Message.ToProvider(new Outgoing.Sms(attemptId, address, it.text()), address);
      case Rendered.Push it -> push(delivery, it, device, attemptId, now);
      case Rendered.InApp it ->
          new Message.ToInbox(
              new Inboxes.Arrival(
                  delivery.id(), address, delivery.category(), it.title(), it.body(), it.link()));
    };
  }

  /// Said for this message, for all messages, by the person, by nobody.
  private static String locale(Delivery delivery, Job job, Person person) {
    if (delivery.locale() != null) {
      return delivery.locale();
    }
    if (job.locale() != null) {
      return job.locale();
    }
    return person.locale() == null ? "" : person.locale();
  }

  ZoneId zone(Delivery delivery, Person person) {
    String zone = delivery.zone() == null ? person.zone() : delivery.zone();
    return zone == null ? properties.zone() : ZoneId.of(zone);
  }

  /// The job's data with the recipient's own over it.
  static Map<String, Object> data(Delivery delivery, Job job) {
    if (delivery.data() == null || delivery.data().isEmpty()) {
      return job.data();
    }
    var all = new HashMap<>(job.data());
    all.putAll(delivery.data());
    return all;
  }

  private Outgoing.Email email(
      Delivery delivery,
      Job job,
      Person person,
      String address,
      Rendered.Email it,
      String attemptId) {
    boolean optional = !categories.of(delivery.category(), job.priority()).critical();
    String recipient = delivery.recipient();
    String name =
        Recipient.ofKey(recipient).userId() == null || person.name() == null ? "" : person.name();
    return new Outgoing.Email(
        attemptId,
        delivery.id() + properties.from().substring(properties.from().lastIndexOf('@')),
        new Outgoing.Mailbox(properties.from(), properties.fromName()),
        new Outgoing.Mailbox(address, name),
        it.subject(),
        it.text(),
        it.html(),
        optional
            ? new Outgoing.Unsubscribe(
                tokens.link(recipient, delivery.category(), delivery.channel()),
                tokens.mailto(recipient, delivery.category(), delivery.channel()))
            : null,
        delivery.category(),
        job.priority());
  }

  private static Message push(
      Delivery delivery,
      Rendered.Push it,
      Devices.@Nullable Device device,
      String attemptId,
      Instant now) {
    if (device == null) {
      throw new IllegalStateException("the checks let a push without device pass");
    }
    Duration ttl = Duration.between(now, delivery.expiresAt());
    var urgency =
        switch (delivery.priority()) {
          case CRITICAL -> Outgoing.Urgency.HIGH;
          case TRANSACTIONAL -> Outgoing.Urgency.NORMAL;
          case BULK -> Outgoing.Urgency.LOW;
        };
    return new Message.ToProvider(
        new Outgoing.Push(
            attemptId,
            device.target(),
            it.title(),
            it.body(),
            it.data(),
            ttl.compareTo(TTL_MAX) < 0 ? ttl : TTL_MAX,
            urgency,
            null),
        device.target().token());
  }
}
