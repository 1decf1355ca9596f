package dev.plaza.notify.webhook;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// What SNS posts around an event, and the text that it signs: `key\nvalue\n` in a fixed order.
record SnsEnvelope(JsonNode json) {

  private static final Pattern TOPIC =
      Pattern.compile("arn:aws[a-z-]*:sns:([a-z0-9-]+):\\d{12}:[A-Za-z0-9_.-]{1,256}");
  private static final List<String> NOTIFICATION =
      List.of("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type");
  private static final List<String> CONFIRMATION =
      List.of("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type");

  enum Type {
    NOTIFICATION,
    SUBSCRIPTION,
    UNSUBSCRIPTION
  }

  Type type() {
    return switch (text("Type")) {
      case "Notification" -> Type.NOTIFICATION;
      case "SubscriptionConfirmation" -> Type.SUBSCRIPTION;
      case "UnsubscribeConfirmation" -> Type.UNSUBSCRIPTION;
      default -> throw Refusals.badSignature();
    };
  }

  String signed() {
    var text = new StringBuilder();
    for (var field : type() == Type.NOTIFICATION ? NOTIFICATION : CONFIRMATION) {
      if (json.path(field).isString()) {
        text.append(field).append('\n').append(text(field)).append('\n');
      }
    }
    return text.toString();
  }

  /// The hash of the signature; anything that is no known version is not believed.
  String algorithm() {
    return switch (text("SignatureVersion")) {
      case "1" -> "SHA1withRSA";
      case "2" -> "SHA256withRSA";
      default -> throw Refusals.badSignature();
    };
  }

  String region() {
    var match = TOPIC.matcher(topic());
    if (!match.matches()) {
      throw Refusals.notAllowed("That is no topic.");
    }
    return match.group(1);
  }

  String topic() {
    return text("TopicArn");
  }

  Instant timestamp() {
    try {
      return Instant.parse(text("Timestamp"));
    } catch (DateTimeException _) {
      throw Refusals.badSignature();
    }
  }

  String text(String field) {
    return Json.text(json, field);
  }
}
