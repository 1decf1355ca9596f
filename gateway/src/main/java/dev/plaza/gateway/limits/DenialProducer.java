package dev.plaza.gateway.limits;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/// Makes the client of Kafka: small, and soon to give up.
@Component
class DenialProducer {

  private static final int MEMORY_BYTES = 1 << 20;

  private final String servers;
  private final Map<String, String> more;

  DenialProducer(
      @Value("${spring.kafka.bootstrap-servers:}") String servers, LimitsProperties properties) {
    this.servers = servers;
    this.more = properties.events().kafka();
  }

  boolean isConfigured() {
    return !servers.isBlank();
  }

  Producer<String, byte[]> create() {
    var settings = new HashMap<String, Object>();
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, "gateway-denials");
    settings.put(ProducerConfig.ACKS_CONFIG, "1");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, MEMORY_BYTES);
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 8 * 1024);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 100);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 5_000);
    settings.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 30_000);
    settings.putAll(more);
    return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }
}
