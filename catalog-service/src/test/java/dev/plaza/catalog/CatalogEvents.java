package dev.plaza.catalog;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the service has told the others: all records of a topic from its beginning.
public final class CatalogEvents implements AutoCloseable {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final KafkaConsumer<String, byte[]> consumer;
  private final List<Event> seen = new ArrayList<>();

  public record Event(String key, String type, String id, JsonNode value) {}

  public CatalogEvents(String servers, String topic) {
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", servers),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    var partitions =
        consumer.partitionsFor(topic).stream()
            .map(it -> new TopicPartition(topic, it.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /// Everything seen so far that fits.
  public List<Event> all(Predicate<Event> wanted) {
    for (var record : consumer.poll(Duration.ofMillis(200))) {
      seen.add(event(record));
    }
    return seen.stream().filter(wanted).toList();
  }

  private static Event event(ConsumerRecord<String, byte[]> record) {
    return new Event(
        record.key(),
        header(record, "ce_type"),
        header(record, "ce_id"),
        JSON.readTree(record.value()));
  }

  private static String header(ConsumerRecord<?, ?> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
