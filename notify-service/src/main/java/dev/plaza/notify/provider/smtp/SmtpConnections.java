package dev.plaza.notify.provider.smtp;

import dev.plaza.notify.provider.smtp.SmtpSettings.Tls;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.angus.mail.util.MailStreamProvider;
import org.jspecify.annotations.Nullable;

/// Open connections to one server, the one used last taken first, so that those not needed grow
/// old and are closed.
///
/// Every socket operation has a limit; Angus Mail's own defaults are endless. One thread watches
/// over the writes of all connections.
final class SmtpConnections implements AutoCloseable {

  /// Each part of a message asks for it. Looked up through all jars of the class path each time,
  /// it took two fifths of the CPU time of a campaign.
  private static final String STREAMS = "jakarta.mail.util.StreamProvider";

  static {
    if (System.getProperty(STREAMS) == null) {
      System.setProperty(STREAMS, MailStreamProvider.class.getName());
    }
  }

  private final SmtpSettings settings;
  private final Session session;
  private final Semaphore permits;
  private final Deque<WatchedTransport> idle = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final ScheduledExecutorService writeWatch =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("smtp-write-watch").factory());

  SmtpConnections(SmtpSettings settings) {
    this.settings = settings;
    this.permits = new Semaphore(settings.connections());
    this.session = Session.getInstance(properties(settings));
  }

  Session session() {
    return session;
  }

  private Properties properties(SmtpSettings settings) {
    var properties = new Properties();
    var password = settings.password();
    properties.put("mail.smtp.connectiontimeout", millis(settings.connectTimeout()));
    properties.put("mail.smtp.timeout", millis(settings.timeout()));
    properties.put("mail.smtp.writetimeout", millis(settings.writeTimeout()));
    properties.put("mail.smtp.executor.writetimeout", writeWatch);
    properties.put("mail.smtp.auth", Boolean.toString(!password.isEmpty()));
    properties.put("mail.smtp.starttls.enable", settings.tls() == Tls.STARTTLS);
    properties.put("mail.smtp.starttls.required", settings.tls() == Tls.STARTTLS);
    properties.put("mail.smtp.ssl.enable", settings.tls() == Tls.IMPLICIT);
    properties.put("mail.smtp.ssl.checkserveridentity", true);
    properties.put("mail.smtp.sendpartial", false);
    properties.put("mail.smtp.quitwait", false);
    if (!settings.heloName().isEmpty()) {
      properties.put("mail.smtp.localhost", settings.heloName());
    }
    return properties;
  }

  private static String millis(java.time.Duration duration) {
    return Long.toString(duration.toMillis());
  }

  /// A live connection, an old one or a new one; empty when all are in use for too long.
  ///
  /// @throws MessagingException no connection comes about
  Optional<WatchedTransport> take() throws MessagingException, InterruptedException {
    if (!permits.tryAcquire(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
      return Optional.empty();
    }
    var connected = false;
    try {
      for (var old = pop(); old != null; old = pop()) {
        if (isFit(old)) {
          connected = true;
          return Optional.of(old);
        }
        discard(old);
      }
      var made = connect();
      connected = true;
      return Optional.of(made);
    } finally {
      if (!connected) {
        permits.release();
      }
    }
  }

  private boolean isFit(WatchedTransport old) {
    return old.carried() < settings.messagesPerConnection()
        && (old.idleNanos() < settings.idleCheck().toNanos() || old.isConnected());
  }

  private WatchedTransport connect() throws MessagingException {
    var url = new URLName("smtp", settings.host(), settings.port(), null, null, null);
    var transport = new WatchedTransport(session, url);
    var password = settings.password();
    if (password.isEmpty()) {
      transport.connect(settings.host(), settings.port(), null, null);
    } else {
      transport.connect(settings.host(), settings.port(), settings.username(), password.reveal());
    }
    return transport;
  }

  /// Gives a connection back.
  ///
  /// @param healthy whether the conversation ended where the next one may begin
  void giveBack(WatchedTransport transport, boolean healthy) {
    if (healthy && transport.carried() < settings.messagesPerConnection()) {
      transport.used();
      push(transport);
    } else {
      discard(transport);
    }
    permits.release();
  }

  private @Nullable WatchedTransport pop() {
    lock.lock();
    try {
      return idle.pollFirst();
    } finally {
      lock.unlock();
    }
  }

  private void push(WatchedTransport transport) {
    lock.lock();
    try {
      idle.addFirst(transport);
    } finally {
      lock.unlock();
    }
  }

  private static void discard(WatchedTransport transport) {
    try {
      transport.close();
    } catch (MessagingException _) {
      // It was broken already, or the server closed it first.
      return;
    }
  }

  @Override
  public void close() {
    for (var transport = pop(); transport != null; transport = pop()) {
      discard(transport);
    }
    writeWatch.shutdownNow();
  }
}
