package dev.plaza.notify.delivery;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.notify.DeliveryEvent;
import dev.plaza.notify.address.Recipient;
import dev.plaza.notify.callback.Callbacks;
import dev.plaza.notify.category.Channels;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.provider.Channel;
import dev.plaza.platform.outbox.OutboundEvent;
import dev.plaza.platform.outbox.Outbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What others hear about deliveries. Of a campaign they hear of what went wrong only: its
/// successes are counted in the event of the job.
@Component
class DeliveryEvents {

  private static final String TENANT = "plaza";

  private final Outbox outbox;
  private final Callbacks callbacks;

  DeliveryEvents(Outbox outbox, Callbacks callbacks) {
    this.outbox = outbox;
    this.callbacks = callbacks;
  }

  /// A delivery that reached a state.
  record Ended(
      Delivery delivery, DeliveryState state, @Nullable String provider, @Nullable String reason) {}

  void claimed(List<Ended> ended, Facts facts, Instant at) {
    publish(ended, it -> facts.job(it.delivery()), at);
  }

  /// In the caller's transaction.
  void publish(List<Ended> ended, java.util.function.Function<Ended, Job> job, Instant at) {
    var events = new ArrayList<OutboundEvent>();
    for (Ended it : ended) {
      String type = type(it.state());
      if (type != null && (!job.apply(it).campaign() || isTrouble(it.state()))) {
        Delivery delivery = it.delivery();
        events.add(
            event(
                type,
                delivery.id(),
                delivery.jobId(),
                delivery.recipient(),
                delivery.channel(),
                delivery.category(),
                it.provider(),
                it.reason(),
                at));
      }
    }
    append(events);
  }

  void failedOver(List<Ended> moved, Instant at) {
    append(
        moved.stream()
            .map(
                it ->
                    event(
                        DeliveryEvent.FAILED_OVER,
                        it.delivery().id(),
                        it.delivery().jobId(),
                        it.delivery().recipient(),
                        it.delivery().channel(),
                        it.delivery().category(),
                        it.provider(),
                        it.reason(),
                        at))
            .toList());
  }

  /// Something a report told.
  void reported(
      DeliveryState state,
      String id,
      String jobId,
      String recipient,
      Channel channel,
      String category,
      String provider,
      @Nullable String reason,
      Instant at) {
    String type = type(state);
    if (type != null) {
      append(List.of(event(type, id, jobId, recipient, channel, category, provider, reason, at)));
    }
  }

  /// To all by Kafka, and to the service that asked for the message by its callback.
  private void append(List<OutboundEvent> events) {
    outbox.appendAll(events);
    var news = new ArrayList<Callbacks.News>();
    for (OutboundEvent it : events) {
      if (it.value() instanceof DeliveryEvent event) {
        news.add(new Callbacks.News(event.jobId(), it.type(), event.at(), event));
      }
    }
    callbacks.tell(news);
  }

  private static OutboundEvent event(
      String type,
      String id,
      String jobId,
      String recipient,
      Channel channel,
      String category,
      @Nullable String provider,
      @Nullable String reason,
      Instant at) {
    String key = TENANT + "/" + key(recipient);
    var value =
        new DeliveryEvent(
            id,
            jobId,
            Recipient.ofKey(recipient).userId(),
            Channels.name(channel),
            category,
            provider,
            reason,
            at);
    return new OutboundEvent(Topics.NOTIFY_DELIVERY, key, type, id, value);
  }

  /// A bare address does not travel, not even in a key.
  private static String key(String recipient) {
    return Recipient.ofKey(recipient).userId() == null
        ? "a:" + Integer.toHexString(recipient.hashCode())
        : recipient;
  }

  private static boolean isTrouble(DeliveryState state) {
    return switch (state) {
      case FAILED, BOUNCED, COMPLAINED, DEAD, UNKNOWN -> true;
      case QUEUED, CLAIMED, SENT, DELIVERED, SKIPPED, EXPIRED, CANCELLED, DIGESTED -> false;
    };
  }

  private static @Nullable String type(DeliveryState state) {
    return switch (state) {
      case SENT -> DeliveryEvent.SENT;
      case DELIVERED -> DeliveryEvent.DELIVERED;
      case FAILED, DEAD -> DeliveryEvent.FAILED;
      case BOUNCED -> DeliveryEvent.BOUNCED;
      case COMPLAINED -> DeliveryEvent.COMPLAINED;
      case SKIPPED -> DeliveryEvent.SKIPPED;
      case EXPIRED -> DeliveryEvent.EXPIRED;
      case UNKNOWN -> DeliveryEvent.UNKNOWN;
      case QUEUED, CLAIMED, CANCELLED, DIGESTED -> null;
    };
  }
}
