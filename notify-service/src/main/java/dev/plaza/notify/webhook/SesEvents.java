package dev.plaza.notify.webhook;

import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReport.Status;
import dev.plaza.notify.provider.HeaderText;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads SES events. `mail.destination` names everybody the message went to; whom the event is
/// about stands in the event's own part, and nobody else is touched.
final class SesEvents {

  private final String provider;

  SesEvents(String provider) {
    this.provider = provider;
  }

  private record About(
      @Nullable String address, Status status, String code, String detail, boolean suppress) {}

  List<DeliveryReport> read(JsonNode event, String eventId) {
    var mail = event.path("mail");
    var type = Json.text(event, "eventType");
    if (type.isEmpty()) {
      type = Json.text(event, "notificationType");
    }
    var at = instant(Json.text(mail, "timestamp"));
    var part = part(event, type);
    var happened = instant(Json.text(part, "timestamp"));
    var abouts = abouts(type, part);
    var reports = new ArrayList<DeliveryReport>();
    for (var about : abouts) {
      reports.add(
          new DeliveryReport(
              provider,
              Json.text(mail, "messageId"),
              firstTag(mail, "attempt_id"),
              abouts.size() == 1 ? eventId : eventId + ":" + reports.size(),
              about.status,
              about.address,
              happened.equals(Instant.EPOCH) ? at : happened,
              about.code,
              HeaderText.detail(about.detail),
              about.suppress));
    }
    return reports;
  }

  private static @Nullable String firstTag(JsonNode mail, String name) {
    var value = mail.path("tags").path(name).path(0).asString("");
    return value.isEmpty() ? null : value;
  }

  private static JsonNode part(JsonNode event, String type) {
    return switch (type) {
      case "DeliveryDelay" -> event.path("deliveryDelay");
      case "Rendering Failure", "RenderingFailure" -> event.path("failure");
      case "" -> event;
      default -> event.path(Character.toLowerCase(type.charAt(0)) + type.substring(1));
    };
  }

  private static List<About> abouts(String type, JsonNode part) {
    return switch (type) {
      case "Bounce" -> bounced(part);
      case "Complaint" -> complained(part);
      case "Delivery" -> delivered(part);
      case "DeliveryDelay" -> delayed(part);
      case "Send" -> List.of(new About(null, Status.PROCESSED, "Send", "", false));
      case "Reject" ->
          List.of(new About(null, Status.FAILED, "Reject", Json.text(part, "reason"), false));
      case "Rendering Failure", "RenderingFailure" ->
          List.of(
              new About(
                  null, Status.FAILED, "RenderingFailure", Json.text(part, "errorMessage"), false));
      case "Open" -> List.of(new About(null, Status.OPENED, type, "", false));
      case "Click" -> List.of(new About(null, Status.CLICKED, type, "", false));
      case "Subscription" -> List.of(new About(null, Status.UNSUBSCRIBED, type, "", false));
      default -> List.of();
    };
  }

  private static List<About> bounced(JsonNode bounce) {
    var hard = Json.text(bounce, "bounceType").equals("Permanent");
    var code = Json.text(bounce, "bounceType") + "_" + Json.text(bounce, "bounceSubType");
    var abouts = new ArrayList<About>();
    for (var recipient : bounce.path("bouncedRecipients")) {
      abouts.add(
          new About(
              address(Json.text(recipient, "emailAddress")),
              hard ? Status.BOUNCED : Status.FAILED,
              Json.text(recipient, "status").isEmpty() ? code : Json.text(recipient, "status"),
              Json.text(recipient, "diagnosticCode"),
              hard));
    }
    return abouts;
  }

  private static List<About> complained(JsonNode complaint) {
    var kind = Json.text(complaint, "complaintFeedbackType");
    var spam = !kind.equals("not-spam");
    var abouts = new ArrayList<About>();
    for (var recipient : complaint.path("complainedRecipients")) {
      if (spam) {
        abouts.add(
            new About(
                address(Json.text(recipient, "emailAddress")),
                Status.COMPLAINED,
                kind.isEmpty() ? "complaint" : kind,
                "",
                true));
      }
    }
    return abouts;
  }

  private static List<About> delivered(JsonNode delivery) {
    var abouts = new ArrayList<About>();
    for (var recipient : delivery.path("recipients")) {
      abouts.add(
          new About(
              address(recipient.asString("")),
              Status.DELIVERED,
              "Delivery",
              Json.text(delivery, "smtpResponse"),
              false));
    }
    return abouts;
  }

  private static List<About> delayed(JsonNode delay) {
    var abouts = new ArrayList<About>();
    for (var recipient : delay.path("delayedRecipients")) {
      abouts.add(
          new About(
              address(Json.text(recipient, "emailAddress")),
              Status.DEFERRED,
              Json.text(delay, "delayType"),
              Json.text(recipient, "diagnosticCode"),
              false));
    }
    return abouts;
  }

  /// The address in `Name <address>`.
  private static String address(String mailbox) {
    var open = mailbox.lastIndexOf('<');
    var end = mailbox.lastIndexOf('>');
    return open >= 0 && end > open ? mailbox.substring(open + 1, end) : mailbox;
  }

  private static Instant instant(String text) {
    try {
      return text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
    } catch (DateTimeException _) {
      return Instant.EPOCH;
    }
  }
}
