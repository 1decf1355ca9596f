package dev.plaza.platform.events;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.ExponentialBackOff;
import tools.jackson.databind.json.JsonMapper;

/// Consuming events: reading them, and what happens to those that cannot be handled.
@AutoConfiguration(
    beforeName = "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration")
@EnableConfigurationProperties(KafkaProperties.class)
class EventsAutoConfiguration {

  private static final Log LOG = LogFactory.getLog(EventsAutoConfiguration.class);

  @Bean
  InboundEvents inboundEvents(JsonMapper json) {
    return new InboundEvents(json);
  }

  /// Poison goes to `<topic>.<group>.dlt` at once; an unknown failure after some retries; a
  /// database that is away is waited for without end, for no event may be lost to an outage.
  @Bean
  DefaultErrorHandler kafkaErrors(
      ObjectProvider<KafkaTemplate<String, byte[]>> kafka,
      ObjectProvider<MeterRegistry> meters,
      KafkaProperties properties) {
    var handler =
        new DefaultErrorHandler(
            (record, e) -> {
              meters.ifAvailable(
                  it ->
                      it.counter("plaza.kafka.dead_letters", "topic", record.topic()).increment());
              LOG.error(
                  "record %s-%d@%d goes to its dead-letter topic: %s"
                      .formatted(
                          record.topic(),
                          record.partition(),
                          record.offset(),
                          NestedExceptionUtils.getMostSpecificCause(e)));
              recoverer(kafka.getObject()).accept(record, null, e);
            },
            limited(properties));
    handler.addNotRetryableExceptions(
        PoisonRecord.class, IllegalArgumentException.class, DataIntegrityViolationException.class);
    handler.setBackOffFunction(
        (_, e) -> databaseIsAway(e) ? endless(properties) : limited(properties));
    handler.setResetStateOnRecoveryFailure(false);
    return handler;
  }

  private static DeadLetterPublishingRecoverer recoverer(KafkaTemplate<String, byte[]> kafka) {
    var recoverer =
        new DeadLetterPublishingRecoverer(
            kafka,
            (record, e) -> new TopicPartition(record.topic() + "." + Groups.of(e) + ".dlt", -1));
    recoverer.setFailIfSendResultIsError(true);
    recoverer.setWaitForSendResultTimeout(Duration.ofSeconds(20));
    return recoverer;
  }

  private static boolean databaseIsAway(Exception e) {
    for (Throwable it = e; it != null; it = it.getCause()) {
      if (it instanceof CannotCreateTransactionException
          || it instanceof DataAccessResourceFailureException
          || it instanceof TransientDataAccessException) {
        return true;
      }
    }
    return false;
  }

  private static BackOff limited(KafkaProperties properties) {
    var backOff = endless(properties);
    backOff.setMaxAttempts(properties.retriesMax());
    return backOff;
  }

  private static ExponentialBackOff endless(KafkaProperties properties) {
    var backOff = new ExponentialBackOff(properties.retryFirst().toMillis(), 2);
    backOff.setMaxInterval(properties.retryLast().toMillis());
    return backOff;
  }

  /// Topics as the service lists them in its [TopicPlan] beans; creation is idempotent.
  @Bean
  KafkaAdmin.NewTopics plannedTopics(ObjectProvider<TopicPlan> plans, KafkaProperties properties) {
    return new KafkaAdmin.NewTopics(
        plans.stream()
            .map(TopicPlan::topics)
            .flatMap(Collection::stream)
            .map(it -> replicated(it, properties.replication()))
            .toArray(NewTopic[]::new));
  }

  private static NewTopic replicated(TopicPlan.Topic topic, short replication) {
    var created = new NewTopic(topic.name(), topic.partitions(), replication);
    created.configs(topic.configs());
    return created;
  }

  /// The group of the consumer that failed, as Spring Kafka knows it while it handles an error.
  private static final class Groups {
    static String of(Exception e) {
      return Arrays.stream(new Exception[] {e})
          .filter(
              org.springframework.kafka.listener.ListenerExecutionFailedException.class::isInstance)
          .map(org.springframework.kafka.listener.ListenerExecutionFailedException.class::cast)
          .map(org.springframework.kafka.listener.ListenerExecutionFailedException::getGroupId)
          .filter(it -> it != null && !it.isEmpty())
          .findFirst()
          .orElse("unknown");
    }
  }
}
