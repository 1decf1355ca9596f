package dev.plaza.notify.webhook;

import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReport.Status;
import dev.plaza.notify.provider.HeaderText;
import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Session;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.InternetHeaders;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads delivery status notifications (RFC 3464): `multipart/report` with a
/// `message/delivery-status` part. Anything else that comes to the bounce address (an automatic
/// answer, a person's) is no bounce and says nothing about an address.
final class BounceMail {

  private static final Pattern TAGGED =
      Pattern.compile("<?[^\\s<>+@]+\\+([A-Za-z0-9-]{1,48})@[^\\s<>@]+>?");
  private static final Pattern NO_MAILBOX = Pattern.compile("5\\.(1\\.(1|2|3|6|10)|2\\.1)");
  private static final Pattern STATUS = Pattern.compile("[245]\\.\\d{1,3}\\.\\d{1,3}");
  private static final String[] ENVELOPE = {"Delivered-To", "X-Original-To", "To"};
  private static final int RECIPIENTS_MAX = 100;

  private final Session session = Session.getInstance(new Properties());
  private final String provider;
  private final Clock clock;

  BounceMail(String provider, Clock clock) {
    this.provider = provider;
    this.clock = clock;
  }

  List<DeliveryReport> read(byte[] mail) {
    try {
      var message = new MimeMessage(session, new ByteArrayInputStream(mail));
      if (!isReport(message) || !(message.getContent() instanceof Multipart parts)) {
        return List.of();
      }
      var attempt = attempt(message);
      var messageId = originalId(parts);
      var reports = new ArrayList<DeliveryReport>();
      for (var i = 0; i < parts.getCount(); i++) {
        var part = parts.getBodyPart(i);
        if (part.isMimeType("message/delivery-status")) {
          recipients(part, attempt, messageId, reports);
        }
      }
      return reports;
    } catch (MessagingException | IOException e) {
      throw Refusals.malformed("The body is no readable e-mail.");
    }
  }

  private static boolean isReport(MimeMessage message) throws MessagingException {
    var type = new ContentType(message.getContentType());
    return type.match("multipart/report")
        && "delivery-status".equalsIgnoreCase(type.getParameter("report-type"));
  }

  private static @Nullable String attempt(MimeMessage message) throws MessagingException {
    for (var name : ENVELOPE) {
      var values = message.getHeader(name);
      for (var value : values == null ? new String[0] : values) {
        var match = TAGGED.matcher(value.strip());
        if (match.matches()) {
          return match.group(1);
        }
      }
    }
    return null;
  }

  /// Our Message-ID in the returned message or its headers; empty if they were not returned.
  private static String originalId(Multipart parts) throws MessagingException, IOException {
    for (var i = 0; i < parts.getCount(); i++) {
      var part = parts.getBodyPart(i);
      if (part.isMimeType("message/rfc822") || part.isMimeType("text/rfc822-headers")) {
        var id = new InternetHeaders(part.getInputStream()).getHeader("Message-ID", null);
        if (id != null) {
          return id.strip().replaceAll("[<>]", "");
        }
      }
    }
    return "";
  }

  /// After the fields of the whole message, one group of fields for each recipient.
  private void recipients(
      BodyPart part, @Nullable String attempt, String messageId, List<DeliveryReport> into)
      throws MessagingException, IOException {
    var in = new ByteArrayInputStream(part.getInputStream().readAllBytes());
    var whole = new InternetHeaders(in);
    var groups = whole.getHeader("Final-Recipient", null) == null ? 0 : 1;
    for (var fields = groups == 1 ? whole : next(in);
        fields != null && into.size() < RECIPIENTS_MAX;
        fields = next(in)) {
      var report = report(fields, attempt, messageId);
      if (report != null) {
        into.add(report);
      }
    }
  }

  private static @Nullable InternetHeaders next(InputStream in)
      throws MessagingException, IOException {
    return in.available() > 0 ? new InternetHeaders(in) : null;
  }

  private @Nullable DeliveryReport report(
      InternetHeaders fields, @Nullable String attempt, String messageId) {
    var address = typed(fields, "Final-Recipient");
    var match = STATUS.matcher(field(fields, "Status"));
    var code = match.find() ? match.group() : "";
    var status = status(field(fields, "Action").toLowerCase(Locale.ROOT), code);
    if (status == null || address.isEmpty()) {
      return null;
    }
    return new DeliveryReport(
        provider,
        messageId,
        attempt,
        (attempt == null ? messageId : attempt) + ":" + status + ":" + code,
        status,
        address,
        clock.instant(),
        code.isEmpty() ? "dsn" : code,
        HeaderText.detail(typed(fields, "Diagnostic-Code")),
        status == Status.BOUNCED);
  }

  private static @Nullable Status status(String action, String code) {
    return switch (action) {
      case "failed" -> NO_MAILBOX.matcher(code).matches() ? Status.BOUNCED : Status.FAILED;
      case "delayed" -> Status.DEFERRED;
      case "delivered", "relayed", "expanded" -> Status.DELIVERED;
      default -> null;
    };
  }

  /// The value behind `rfc822;` or `smtp;`.
  private static String typed(InternetHeaders fields, String name) {
    var value = field(fields, name);
    return value.substring(value.indexOf(';') + 1).strip().replaceAll("^<|>$", "");
  }

  private static String field(InternetHeaders fields, String name) {
    var value = fields.getHeader(name, null);
    return value == null ? "" : value.strip();
  }
}
