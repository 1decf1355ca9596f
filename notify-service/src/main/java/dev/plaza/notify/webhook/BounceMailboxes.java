package dev.plaza.notify.webhook;

import dev.plaza.notify.provider.DeliveryReports;
import dev.plaza.notify.provider.Secret;
import dev.plaza.platform.RepeatingJob;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// `notify.bounces.<provider>`: mailboxes that bounces come to, where no mail server forwards them.
///
/// @param bounces by the id of the provider whose mail bounces there
@ConfigurationProperties("notify")
record BounceMailboxes(@DefaultValue Map<String, Settings> bounces) {

  private static final Duration EVERY = Duration.ofSeconds(30);

  BounceMailboxes {
    bounces = Map.copyOf(bounces);
  }

  /// @param protocol `imap`, `imaps`, `pop3` or `pop3s`
  /// @param port 0: the protocol's own
  /// @param folder of IMAP
  /// @param batchMax messages read in one session
  /// @param timeout of each step of a session
  record Settings(
      @DefaultValue("imaps") String protocol,
      String host,
      @DefaultValue("0") int port,
      String username,
      Secret password,
      @DefaultValue("INBOX") String folder,
      @DefaultValue("200") int batchMax,
      @DefaultValue("20s") Duration timeout) {

    Settings {
      if (!List.of("imap", "imaps", "pop3", "pop3s").contains(protocol)) {
        throw new IllegalArgumentException("a bounce mailbox speaks imap(s) or pop3(s)");
      }
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Wiring {
    @Bean
    RepeatingJob bounceMailboxesJob(
        BounceMailboxes mailboxes,
        ObjectProvider<DeliveryReports> reports,
        Clock clock,
        MeterRegistry meters) {
      var all =
          mailboxes.bounces().entrySet().stream()
              .map(it -> new BounceMailbox(it.getKey(), it.getValue(), clock))
              .toList();
      return new RepeatingJob(
          "bounce-mailboxes",
          EVERY,
          () -> {
            boolean more = false;
            for (BounceMailbox it : all) {
              more |= it.collect(reports.getObject(), meters);
            }
            return more;
          });
    }
  }
}
