package dev.plaza.notify.provider;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One rendered message to one recipient. Values are as people wrote them; each provider encodes
/// them for its own wire.
public sealed interface Outgoing {

  /// The attempt this sending is; it travels along and comes back in the provider's reports.
  String attemptId();

  Channel channel();

  /// How much a message matters.
  enum Priority {
    CRITICAL,
    TRANSACTIONAL,
    BULK
  }

  /// An address with the name shown beside it.
  ///
  /// @param name empty: none
  record Mailbox(String address, String name) {

    public static Mailbox of(String address) {
      return new Mailbox(address, "");
    }

    @Override
    public String toString() {
      return "Mailbox[…]";
    }
  }

  /// Where a reader's mail program unsubscribes with one click (RFC 8058).
  ///
  /// @param https takes a POST without cookies; opaque, unforgeable
  /// @param mailto address for programs without HTTP; null: none
  record Unsubscribe(String https, @Nullable String mailto) {}

  /// @param messageId our `Message-ID` without angle brackets, the same on any repetition
  /// @param html null: text only
  /// @param category names the `List-Id` and the statistics of the provider
  record Email(
      String attemptId,
      String messageId,
      Mailbox from,
      Mailbox to,
      String subject,
      String text,
      @Nullable String html,
      @Nullable Unsubscribe unsubscribe,
      String category,
      Priority priority)
      implements Outgoing {

    @Override
    public Channel channel() {
      return Channel.EMAIL;
    }

    @Override
    public String toString() {
      return "Email[" + attemptId + "]";
    }
  }

  /// @param to in E.164, with the plus
  record Sms(String attemptId, String to, String text) implements Outgoing {

    @Override
    public Channel channel() {
      return Channel.SMS;
    }

    @Override
    public String toString() {
      return "Sms[" + attemptId + "]";
    }
  }

  /// Where a push goes.
  ///
  /// @param token registration token of FCM, hex token of APNs, or endpoint URL of Web Push
  /// @param p256dh the browser's public key, base64url; Web Push only
  /// @param auth the browser's secret, base64url; Web Push only
  record Device(Kind kind, String token, @Nullable String p256dh, @Nullable String auth) {

    public enum Kind {
      FCM,
      APNS,
      WEB_PUSH
    }

    @Override
    public String toString() {
      return kind + "[…]";
    }
  }

  /// How soon a device should wake for it.
  enum Urgency {
    LOW,
    NORMAL,
    HIGH
  }

  /// @param ttl how long the provider keeps it for a device that is away
  /// @param collapseKey a later push with the same key replaces this one; null: none
  record Push(
      String attemptId,
      Device device,
      String title,
      String body,
      Map<String, String> data,
      Duration ttl,
      Urgency urgency,
      @Nullable String collapseKey)
      implements Outgoing {

    public Push {
      data = Map.copyOf(data);
    }

    @Override
    public Channel channel() {
      return Channel.PUSH;
    }

    @Override
    public String toString() {
      return "Push[" + attemptId + ", " + device.kind() + "]";
    }
  }
}
