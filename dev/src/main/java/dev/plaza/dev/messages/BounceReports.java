package dev.plaza.dev.messages;

import dev.plaza.dev.messages.Reports.ReportCall;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/// Plays the mail server of the bounce domain: what comes back for a message is forwarded to the
/// platform, whole and signed.
final class BounceReports {

  private static final String NAME = "smtp";

  private final Outside outside;

  BounceReports(Outside outside) {
    this.outside = outside;
  }

  /// @param sender the bounce address in the envelope
  void send(String sender, String recipient, String messageId) {
    switch (Story.of(recipient)) {
      case BOUNCE -> report(sender, recipient, messageId, "failed", "5.1.1", "550 no such user");
      case BLOCKED -> report(sender, recipient, messageId, "failed", "5.7.1", "554 blocked");
      case DEFERRED -> report(sender, recipient, messageId, "delayed", "4.7.1", "451 greylisted");
      case DELIVERED, COMPLAINT -> {}
    }
  }

  private void report(
      String sender, String recipient, String messageId, String action, String code, String words) {
    var body =
        """
        From: MAILER-DAEMON@smtp.sandbox.example
        To: %s
        Subject: Delivery Status Notification
        Auto-Submitted: auto-replied
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status; boundary="b0"

        --b0
        Content-Type: text/plain

        Your message to %s was not delivered.

        --b0
        Content-Type: message/delivery-status

        Reporting-MTA: dns; smtp.sandbox.example

        Final-Recipient: rfc822; %s
        Action: %s
        Status: %s
        Diagnostic-Code: smtp; %s

        --b0
        Content-Type: text/rfc822-headers

        Message-ID: <%s>

        --b0--
        """
            .formatted(sender, recipient, recipient, action, code, words, messageId)
            .replace("\n", "\r\n");
    outside.reports().send(NAME, Duration.ofMillis(500), () -> signed(body));
  }

  private ReportCall signed(String body) {
    var id = UUID.randomUUID().toString();
    var timestamp = Long.toString(outside.clock().instant().getEpochSecond());
    var mac = Signing.base64("HmacSHA256", Sandbox.BOUNCE_KEY, id + "." + timestamp + "." + body);
    return new ReportCall(
        "POST",
        outside.webhook(NAME),
        Map.of(
            "Content-Type",
            "message/rfc822",
            "webhook-id",
            id,
            "webhook-timestamp",
            timestamp,
            "webhook-signature",
            "v1," + mac),
        body);
  }
}
