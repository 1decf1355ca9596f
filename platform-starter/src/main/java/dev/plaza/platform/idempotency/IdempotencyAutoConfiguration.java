package dev.plaza.platform.idempotency;

import dev.plaza.platform.RepeatingJob;
import dev.plaza.platform.problem.Problems;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/// Idempotent requests and the purge of remembered answers.
@AutoConfiguration(
    afterName = "org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration")
class IdempotencyAutoConfiguration {

  private static final Duration PURGE_EVERY = Duration.ofMinutes(10);

  @Bean
  IdempotencyStore idempotencyStore(JdbcClient jdbc, Clock clock) {
    return new IdempotencyStore(jdbc, clock);
  }

  @Bean
  Idempotency idempotency(
      IdempotencyStore store,
      PlatformTransactionManager transactions,
      Problems problems,
      JsonMapper json) {
    var savepoint = new TransactionTemplate(transactions);
    savepoint.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
    return new Idempotency(store, new TransactionTemplate(transactions), savepoint, problems, json);
  }

  @Bean
  RepeatingJob idempotencyPurge(
      IdempotencyStore store, @Value("${plaza.idempotency.keep:48h}") Duration keep) {
    return new RepeatingJob("idempotency_key-purge", PURGE_EVERY, () -> store.purge(keep) > 0);
  }
}
