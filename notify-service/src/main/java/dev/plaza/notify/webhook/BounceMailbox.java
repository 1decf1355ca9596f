package dev.plaza.notify.webhook;

import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReports;
import dev.plaza.platform.problem.ProblemException;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.mail.Flags;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Properties;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/// Empties the mailbox of bounces over POP3 or IMAP. A message is deleted once what it says is
/// stored; whoever dies between the two, or reads beside another instance, reads it again, and a
/// repeated report changes nothing.
///
/// Mail is not signed. What counts is the attempt in the bounce address, which nobody can guess; a
/// message without it says nothing.
final class BounceMailbox {

  private static final Log LOG = LogFactory.getLog(BounceMailbox.class);
  private static final int SIZE_MAX = 256 * 1024;

  private final String provider;
  private final BounceMailboxes.Settings settings;
  private final BounceMail bounces;

  BounceMailbox(String provider, BounceMailboxes.Settings settings, Clock clock) {
    this.provider = provider;
    this.settings = settings;
    this.bounces = new BounceMail(provider, clock);
  }

  /// @return whether there is more
  boolean collect(DeliveryReports reports, MeterRegistry meters) {
    try (var store = session().getStore(settings.protocol())) {
      int port = settings.port() == 0 ? -1 : settings.port();
      store.connect(settings.host(), port, settings.username(), settings.password().reveal());
      var folder = store.getFolder(settings.folder());
      folder.open(Folder.READ_WRITE);
      try {
        return collect(folder, reports, meters);
      } finally {
        folder.close(true);
      }
    } catch (MessagingException e) {
      LOG.warn("the bounces of " + provider + " cannot be fetched: " + e.getMessage());
      meters.counter("notify.bounces.failed", "provider", provider).increment();
      return false;
    }
  }

  private boolean collect(Folder folder, DeliveryReports reports, MeterRegistry meters)
      throws MessagingException {
    int all = folder.getMessageCount();
    int most = Math.min(all, settings.batchMax());
    for (int i = 1; i <= most; i++) {
      Message message = folder.getMessage(i);
      var read = read(message);
      reports.recordAll(read);
      message.setFlag(Flags.Flag.DELETED, true);
      meters.counter("notify.webhook.events", "provider", provider).increment(read.size());
    }
    return all > most;
  }

  private List<DeliveryReport> read(Message message) throws MessagingException {
    if (message.getSize() > SIZE_MAX) {
      LOG.info("a message to the bounces of " + provider + " is too large to be one");
      return List.of();
    }
    var bytes = new ByteArrayOutputStream();
    try {
      message.writeTo(bytes);
      return bounces.read(bytes.toByteArray()).stream()
          .filter(it -> it.attemptId() != null)
          .toList();
    } catch (IOException | ProblemException e) {
      LOG.info("a message to the bounces of " + provider + " is none: " + e.getMessage());
      return List.of();
    }
  }

  private Session session() {
    var properties = new Properties();
    String prefix = "mail." + settings.protocol() + ".";
    String timeout = Long.toString(settings.timeout().toMillis());
    for (String limit : List.of("connectiontimeout", "timeout", "writetimeout")) {
      properties.put(prefix + limit, timeout);
    }
    properties.put(prefix + "ssl.checkserveridentity", "true");
    return Session.getInstance(properties);
  }
}
