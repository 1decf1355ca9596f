package dev.plaza.platform.outbox;

import dev.plaza.platform.RepeatingJob;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.tracing.Tracer;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/// The outbox and its publisher.
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration",
      "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration"
    })
@EnableConfigurationProperties(OutboxProperties.class)
class OutboxAutoConfiguration {

  @Bean
  OutboxStore outboxStore(JdbcClient jdbc, Clock clock) {
    return new OutboxStore(jdbc, clock);
  }

  @Bean
  OutboxPublisher outboxPublisher(
      OutboxStore store,
      KafkaTemplate<String, byte[]> kafka,
      PlatformTransactionManager transactions,
      OutboxProperties properties,
      @Value("${spring.application.name}") String application) {
    return new OutboxPublisher(
        store, kafka, new TransactionTemplate(transactions), properties, "/plaza/" + application);
  }

  @Bean
  RepeatingJob outboxJob(OutboxPublisher publisher, OutboxProperties properties) {
    return new RepeatingJob("outbox-publisher", properties.poll(), publisher::round);
  }

  @Bean
  Outbox outbox(
      JdbcClient jdbc,
      JsonMapper json,
      Clock clock,
      ObjectProvider<Tracer> tracer,
      OutboxProperties properties,
      @Qualifier("outboxJob") RepeatingJob outboxJob) {
    return new Outbox(
        jdbc,
        json,
        clock,
        tracer.getIfAvailable(() -> Tracer.NOOP),
        properties.lanes(),
        outboxJob::wake);
  }

  @Bean
  MeterBinder outboxLag(OutboxStore store) {
    return (MeterRegistry meters) ->
        Gauge.builder("plaza.outbox.lag", store, OutboxAutoConfiguration::lagSeconds)
            .baseUnit("seconds")
            .description("Age of the oldest event that is not yet published")
            .register(meters);
  }

  private static double lagSeconds(OutboxStore store) {
    try {
      return store.lag().toMillis() / 1000.0;
    } catch (DataAccessException _) {
      return Double.NaN;
    }
  }
}
