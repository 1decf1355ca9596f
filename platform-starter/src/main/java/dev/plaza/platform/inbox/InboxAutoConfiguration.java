package dev.plaza.platform.inbox;

import dev.plaza.platform.RepeatingJob;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The inbox and its purge: ids are kept longer than any topic keeps its records.
@AutoConfiguration(
    afterName = "org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration")
class InboxAutoConfiguration {

  private static final Duration PURGE_EVERY = Duration.ofMinutes(10);

  @Bean
  Inbox inbox(JdbcClient jdbc, Clock clock) {
    return new Inbox(jdbc, clock);
  }

  @Bean
  RepeatingJob inboxPurge(Inbox inbox, @Value("${plaza.inbox.keep:30d}") Duration keep) {
    return new RepeatingJob("inbox-purge", PURGE_EVERY, () -> inbox.purge(keep) > 0);
  }
}
