package dev.plaza.notify.provider.smtp;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.HeaderText;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.provider.Outgoing.Email;
import dev.plaza.notify.provider.Provider;
import dev.plaza.notify.provider.smtp.SmtpReply.Stage;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import java.time.Clock;
import java.util.regex.Pattern;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Submits e-mail over SMTP, one transaction per recipient, over connections that stay open.
///
/// A connection lost before the final dot left means not sent. After it the server may have the
/// message though we never heard so (RFC 1047): unknown, and never repeated from here.
public final class SmtpProvider implements Provider, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(SmtpProvider.class);
  private static final Pattern CODE = Pattern.compile("(?s)^\\s*([45]\\d\\d)\\b.*");

  private final String id;
  private final SmtpConnections connections;
  private final MailWriter writer;

  public SmtpProvider(String id, SmtpSettings settings, Clock clock) {
    this.id = id;
    this.connections = new SmtpConnections(settings);
    this.writer = new MailWriter(connections.session(), settings.bounceAddress(), clock);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Channel channel() {
    return Channel.EMAIL;
  }

  @Override
  public Outcome send(Outgoing message) {
    if (!(message instanceof Email email)) {
      throw new IllegalArgumentException("SMTP carries e-mail only");
    }
    try {
      var mail = writer.write(email);
      return mail.isPresent()
          ? submit(mail.get(), email)
          : new Outcome.Permanent(
              "bad_address", "not one plain e-mail address", Scope.RECIPIENT, false);
    } catch (MessagingException e) {
      log.debug("A message cannot be written: {}", e.getClass().getName());
      return new Outcome.Permanent(
          "unwritable", HeaderText.detail(String.valueOf(e.getMessage())), Scope.MESSAGE, false);
    }
  }

  private Outcome submit(MailWriter.Mail mail, Email email) {
    try {
      var taken = connections.take();
      return taken.isPresent()
          ? converse(taken.get(), mail, email)
          : new Outcome.Transient(
              "connections", "every connection was in use", null, Scope.PROVIDER);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Outcome.Transient("interrupted", "interrupted", null, Scope.PROVIDER);
    } catch (MessagingException e) {
      return notConnected(e);
    }
  }

  private Outcome converse(WatchedTransport transport, MailWriter.Mail mail, Email email) {
    var healthy = false;
    try {
      transport.begin();
      transport.sendMessage(mail.message(), new jakarta.mail.Address[] {mail.recipient()});
      healthy = true;
      return new Outcome.Accepted(email.messageId());
    } catch (MessagingException e) {
      var reply = reply(e, transport);
      healthy = reply != null && reply.code() != 421;
      return reply == null ? lost(transport) : reply.outcome();
    } finally {
      connections.giveBack(transport, healthy);
    }
  }

  private static Outcome lost(WatchedTransport transport) {
    return transport.isDotSent()
        ? new Outcome.Unknown("the connection was lost after the message had been sent")
        : new Outcome.Transient(
            "connection_lost", "the connection was lost before the end", null, Scope.PROVIDER);
  }

  /// The server's own words in the chain of exceptions; null: it said nothing.
  private static @org.jspecify.annotations.Nullable SmtpReply reply(
      MessagingException e, WatchedTransport transport) {
    SmtpReply found = null;
    for (Exception it = e;
        it instanceof MessagingException messaging;
        it = messaging.getNextException()) {
      var reply =
          switch (it) {
            case SMTPAddressFailedException refused ->
                SmtpReply.of(refused.getReturnCode(), refused.getMessage(), Stage.RECIPIENT);
            case SMTPSenderFailedException refused ->
                SmtpReply.of(refused.getReturnCode(), refused.getMessage(), Stage.SENDER);
            case SMTPSendFailedException refused ->
                SmtpReply.of(
                    refused.getReturnCode(),
                    refused.getMessage(),
                    transport.isInData() ? Stage.DATA : Stage.SENDER);
            default -> null;
          };
      if (reply != null && reply.code() >= 400) {
        found = reply.stage() == Stage.RECIPIENT || found == null ? reply : found;
      }
    }
    return found;
  }

  private static Outcome notConnected(MessagingException e) {
    log.debug("No SMTP connection: {}", e.getClass().getName());
    var words = String.valueOf(e.getMessage());
    var match = CODE.matcher(words);
    if (match.matches()) {
      return SmtpReply.of(Integer.parseInt(match.group(1)), words, Stage.GREETING).outcome();
    }
    return e instanceof AuthenticationFailedException
        ? new Outcome.Permanent("smtp_auth", "the server refused us", Scope.PROVIDER, false)
        : new Outcome.Transient("connect", "no connection to the server", null, Scope.PROVIDER);
  }

  @Override
  public void close() {
    connections.close();
  }
}
