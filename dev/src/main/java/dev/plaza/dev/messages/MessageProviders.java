package dev.plaza.dev.messages;

import dev.plaza.dev.web.HttpApi;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All pretended providers, running: one HTTP port for those that speak HTTP and for the mailbox
/// page, one port for SMTP, one for APNs.
public final class MessageProviders implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(MessageProviders.class);

  /// How to start them.
  ///
  /// @param port 0: any free one
  /// @param smtpPort 0: any free one
  /// @param apnsPort 0: any free one
  /// @param keys the folder of their keys
  /// @param webhooks the address below which the platform takes webhooks
  /// @param publicUrl how the platform reaches the HTTP port; empty: on this machine
  public record Settings(
      String host,
      int port,
      int smtpPort,
      int apnsPort,
      Path keys,
      String webhooks,
      String publicUrl) {}

  private final HttpApi server;
  private final Reports reports;
  private final @Nullable SmtpSimulator smtp;
  private final CompletableFuture<@Nullable ApnsSimulator> apns;

  private MessageProviders(Settings settings, Clock clock) throws IOException {
    server = new HttpApi(settings.host(), settings.port());
    var keys = keys(settings);
    var switches = new SwitchBoard();
    reports = new Reports(switches);
    var outside =
        new Outside(
            new Mailbox(clock),
            reports,
            switches,
            new Reception(switches),
            settings.webhooks(),
            clock);
    new SendGridSimulator(outside, keys.sendGrid()).register(server);
    new SesSimulator(outside, keys.ses()).register(server);
    new MailgunSimulator(outside).register(server);
    new TwilioSimulator(outside).register(server);
    new KannelSimulator(outside).register(server);
    new FcmSimulator(outside).register(server);
    new WebPushSimulator(outside, url(settings)).register(server);
    new MailboxPages(outside).register(server);
    smtp = smtp(outside, settings);
    // Its library takes a while to load, and nothing else waits for it.
    apns = CompletableFuture.supplyAsync(() -> apns(outside, settings));
  }

  private String url(Settings settings) {
    return settings.publicUrl().isEmpty()
        ? "http://localhost:" + server.port()
        : settings.publicUrl();
  }

  private static @Nullable ApnsSimulator apns(Outside outside, Settings settings) {
    try {
      return new ApnsSimulator(outside, ApnsKeys.in(settings.keys()), settings.apnsPort());
    } catch (IOException | GeneralSecurityException e) {
      log.warn("No APNs", e);
      return null;
    }
  }

  private ProviderKeys keys(Settings settings) throws IOException {
    try {
      return ProviderKeys.in(settings.keys(), url(settings));
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  /// Without SMTP the platform sends its e-mail by the other provider, as it would outside.
  private static @Nullable SmtpSimulator smtp(Outside outside, Settings settings)
      throws IOException {
    try {
      return new SmtpSimulator(outside, settings.host(), settings.smtpPort()).start();
    } catch (RuntimeException e) {
      log.warn("No SMTP server: port {} cannot be had", settings.smtpPort(), e);
      return null;
    }
  }

  /// Starts them; they take messages at once.
  public static MessageProviders start(Settings settings) throws IOException {
    var providers = new MessageProviders(settings, Clock.systemUTC());
    providers.server.start();
    return providers;
  }

  public int port() {
    return server.port();
  }

  /// 0: there is none.
  public int smtpPort() {
    return smtp == null ? 0 : smtp.port();
  }

  /// 0: there is none. Waits until it has started.
  public int apnsPort() {
    var it = apns.join();
    return it == null ? 0 : it.port();
  }

  @Override
  public void close() {
    server.close();
    reports.close();
    if (smtp != null) {
      smtp.close();
    }
    var it = apns.join();
    if (it != null) {
      it.close();
    }
  }
}
