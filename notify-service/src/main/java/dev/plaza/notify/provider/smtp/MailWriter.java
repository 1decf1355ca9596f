package dev.plaza.notify.provider.smtp;

import dev.plaza.notify.provider.HeaderText;
import dev.plaza.notify.provider.Outgoing.Email;
import dev.plaza.notify.provider.Outgoing.Mailbox;
import dev.plaza.notify.provider.Outgoing.Priority;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMultipart;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Date;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.angus.mail.smtp.SMTPMessage;
import org.jspecify.annotations.Nullable;

/// Writes a message in MIME: text first and HTML last, our own Message-ID, the headers of
/// one-click unsubscription, exactly one recipient.
final class MailWriter {

  private static final String UTF_8 = StandardCharsets.UTF_8.name();

  private static final Pattern NOT_IN_URI =
      Pattern.compile("[\\s\\p{Cntrl}<>,\\u0085\\u2028\\u2029]");
  private static final Pattern NOT_IN_LABEL = Pattern.compile("[^a-z0-9-]");

  /// What to send and to whom, ready for the wire.
  record Mail(SMTPMessage message, InternetAddress recipient) {}

  private final Session session;
  private final String bounceAddress;
  private final Clock clock;

  MailWriter(Session session, String bounceAddress, Clock clock) {
    this.session = session;
    this.bounceAddress = bounceAddress;
    this.clock = clock;
  }

  /// Empty if the recipient is no single plain address.
  Optional<Mail> write(Email email) throws MessagingException {
    var from = mailbox(email.from());
    var to = mailbox(email.to());
    if (to.isEmpty()) {
      return Optional.empty();
    }
    var sender = from.orElseThrow(() -> new MessagingException("the sender's address is broken"));
    var message = new OwnMessage(session, "<" + HeaderText.oneLine(email.messageId()) + ">");
    message.setEnvelopeFrom(
        bounceAddress.isEmpty() ? sender.getAddress() : Verp.of(bounceAddress, email.attemptId()));
    message.setFrom(sender);
    message.setRecipient(RecipientType.TO, to.get());
    message.setSubject(HeaderText.oneLine(email.subject()), UTF_8);
    message.setSentDate(Date.from(clock.instant()));
    headers(message, email, sender);
    body(message, email.text(), email.html());
    message.saveChanges();
    return Optional.of(new Mail(message, to.get()));
  }

  private static void headers(SMTPMessage message, Email email, InternetAddress from)
      throws MessagingException {
    message.setHeader("Auto-Submitted", "auto-generated");
    if (email.priority() == Priority.BULK) {
      message.setHeader("Precedence", "bulk");
      message.setHeader("List-Id", listId(email.category(), from));
    }
    var unsubscribe = email.unsubscribe();
    if (unsubscribe == null) {
      return;
    }
    var targets = new StringBuilder("<").append(uri(unsubscribe.https())).append('>');
    if (unsubscribe.mailto() != null) {
      targets.append(", <mailto:").append(uri(unsubscribe.mailto())).append('>');
    }
    message.setHeader("List-Unsubscribe", targets.toString());
    message.setHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
  }

  private static String listId(String category, InternetAddress from) {
    var address = from.getAddress();
    var label = NOT_IN_LABEL.matcher(category.toLowerCase(Locale.ROOT)).replaceAll("-");
    return "<" + label + "." + address.substring(address.indexOf('@') + 1) + ">";
  }

  /// A URI in a header holds no blank, bracket, comma or control character.
  private static String uri(String text) {
    return NOT_IN_URI.matcher(text).replaceAll("");
  }

  private static void body(SMTPMessage message, String text, @Nullable String html)
      throws MessagingException {
    if (html == null) {
      message.setText(text, UTF_8);
      return;
    }
    var plain = new MimeBodyPart();
    plain.setText(text, UTF_8);
    var rich = new MimeBodyPart();
    rich.setText(html, UTF_8, "html");
    message.setContent(new MimeMultipart("alternative", plain, rich));
  }

  private static Optional<InternetAddress> mailbox(Mailbox mailbox) throws MessagingException {
    var address = HeaderText.address(mailbox.address());
    if (address.isEmpty()) {
      return Optional.empty();
    }
    try {
      var name = HeaderText.oneLine(mailbox.name());
      var made = new InternetAddress();
      made.setAddress(address.get());
      if (!name.isEmpty()) {
        made.setPersonal(name, UTF_8);
      }
      return Optional.of(made);
    } catch (UnsupportedEncodingException e) {
      throw new MessagingException("UTF-8 is missing", e);
    }
  }

  /// Keeps our Message-ID where the library would make its own.
  private static final class OwnMessage extends SMTPMessage {
    private final String id;

    OwnMessage(Session session, String id) {
      super(session);
      this.id = id;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", id);
    }
  }
}
