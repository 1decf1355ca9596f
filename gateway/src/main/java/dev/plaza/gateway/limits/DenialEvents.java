package dev.plaza.gateway.limits;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.gateway.DecisionEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// Sends samples to Kafka, and loses them rather than let anybody wait. The client is made at the
/// first of them: most gateways of most days need none.
@Component
class DenialEvents implements DisposableBean {

  private static final Log LOG = LogFactory.getLog(DenialEvents.class);
  private static final long IDLE_S = 10;
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final DenialProducer producers;
  private final JsonMapper json =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();
  private final ThreadPoolExecutor worker;
  private final Counter sent;
  private final Counter lost;

  /// Touched by the worker only, until it has ended.
  private @Nullable Producer<String, byte[]> producer;

  private long failedAt;
  private boolean failed;

  DenialEvents(DenialProducer producers, LimitsProperties properties, MeterRegistry meters) {
    this.producers = producers;
    this.worker =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_S,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(properties.events().queueMax()),
            task -> Thread.ofPlatform().daemon().name("denial-events").unstarted(task));
    worker.allowCoreThreadTimeOut(true);
    this.sent = counter(meters, "sent");
    this.lost = counter(meters, "lost");
  }

  private static Counter counter(MeterRegistry meters, String outcome) {
    return Counter.builder("plaza.gateway.limits.events")
        .tag("outcome", outcome)
        .description("Samples of refusals")
        .register(meters);
  }

  void offer(DecisionEvent event) {
    if (!producers.isConfigured()) {
      return;
    }
    try {
      worker.execute(() -> publish(event));
    } catch (RejectedExecutionException _) {
      lost.increment();
    }
  }

  private void publish(DecisionEvent event) {
    try {
      Producer<String, byte[]> to = producer();
      if (to == null) {
        lost.increment();
        return;
      }
      var _ = to.send(record(event), (_, e) -> (e == null ? sent : lost).increment());
    } catch (KafkaException e) {
      LOG.debug("a sample of a refusal is lost", e);
      lost.increment();
    }
  }

  private @Nullable Producer<String, byte[]> producer() {
    if (producer == null && (!failed || System.nanoTime() - failedAt > RETRY_NANOS)) {
      try {
        producer = producers.create();
      } catch (KafkaException e) {
        failed = true;
        failedAt = System.nanoTime();
        throw e;
      }
    }
    return producer;
  }

  private ProducerRecord<String, byte[]> record(DecisionEvent event) {
    var record =
        new ProducerRecord<>(
            Topics.GATEWAY_DECISION, event.policy(), json.writeValueAsBytes(event));
    header(record, "ce_specversion", "1.0");
    header(record, "ce_id", UUID.randomUUID().toString());
    header(record, "ce_type", DecisionEvent.DENIED);
    header(record, "ce_source", "gateway");
    header(record, "ce_subject", event.policy());
    header(record, "ce_time", event.at().toString());
    return record;
  }

  private static void header(ProducerRecord<?, ?> record, String name, String value) {
    record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void destroy() {
    worker.shutdownNow();
    try {
      if (worker.awaitTermination(1, TimeUnit.SECONDS) && producer != null) {
        producer.close(java.time.Duration.ofMillis(500));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
