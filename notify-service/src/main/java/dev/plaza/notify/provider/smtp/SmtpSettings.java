package dev.plaza.notify.provider.smtp;

import dev.plaza.notify.provider.Secret;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param heloName how we greet; empty: this host's name
/// @param bounceAddress where bounces go, e.g. `b@bounce.example.org`; each message gets its own
///     as `b+<attempt>@…`. Empty: the sender's address takes them, and nobody reads them
/// @param connections how many are open at most
/// @param messagesPerConnection servers close a connection that carried many
/// @param idleCheck a connection unused for so long is asked whether it still lives
public record SmtpSettings(
    @DefaultValue("") String host,
    @DefaultValue("587") int port,
    @DefaultValue("STARTTLS") Tls tls,
    @DefaultValue("") String username,
    @DefaultValue("") Secret password,
    @DefaultValue("") String heloName,
    @DefaultValue("") String bounceAddress,
    @DefaultValue("3s") Duration connectTimeout,
    @DefaultValue("30s") Duration timeout,
    @DefaultValue("15s") Duration writeTimeout,
    @DefaultValue("8") int connections,
    @DefaultValue("500") int messagesPerConnection,
    @DefaultValue("5s") Duration idleCheck) {

  /// How the connection is kept private.
  public enum Tls {
    /// Plain text: only to a server on the same host.
    NONE,
    /// Required; a server without it is refused.
    STARTTLS,
    IMPLICIT
  }

  public SmtpSettings {
    if (host.isBlank() || port < 1 || port > 65_535) {
      throw new IllegalArgumentException("an SMTP provider needs `host` and a valid `port`");
    }
    if (connections < 1 || messagesPerConnection < 1) {
      throw new IllegalArgumentException("`connections` and `messages-per-connection` start at 1");
    }
    for (var limit : new Duration[] {connectTimeout, timeout, writeTimeout}) {
      if (!limit.isPositive()) {
        throw new IllegalArgumentException("SMTP time-outs must be positive");
      }
    }
  }
}
