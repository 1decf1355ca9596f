package dev.plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class EmbeddedServersIT {

  @Test
  void givesEveryRegistrationAnEmptyDatabaseInUtf8() throws Exception {
    var first = registered("plaza_order");
    var second = registered("plaza_order");

    assertThat(first.get("spring.datasource.url"))
        .isNotEqualTo(second.get("spring.datasource.url"));
    try (var connection =
            DriverManager.getConnection(
                first.getProperty("spring.datasource.url"),
                first.getProperty("spring.datasource.username"),
                first.getProperty("spring.datasource.password"));
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT pg_encoding_to_char(encoding), lower('ÄÖ') FROM pg_database"
                    + " WHERE datname = current_database()")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("UTF8");
      assertThat(row.getString(2)).isEqualTo("äö");
    }
  }

  @Test
  void carriesAnEventThroughKafka() throws Exception {
    var servers = Map.<String, Object>of("bootstrap.servers", TestInfra.urls().kafka());
    try (var producer =
        new KafkaProducer<>(servers, new StringSerializer(), new ByteArraySerializer())) {
      var value = "hello".getBytes(StandardCharsets.UTF_8);
      producer.send(new ProducerRecord<>("probe.v1", "key", value)).get(20, TimeUnit.SECONDS);
    }

    var settings = new Properties();
    settings.putAll(servers);
    settings.put("group.id", "probe");
    settings.put("auto.offset.reset", "earliest");
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      consumer.subscribe(List.of("probe.v1"));
      var polled = consumer.poll(Duration.ofSeconds(20));

      assertThat(polled).singleElement().extracting(event -> event.key()).isEqualTo("key");
    }
  }

  @Test
  void knowsTheProcessesItRuns() {
    var servers = TestInfra.embedded();

    assertThat(ProcessHandle.of(servers.postgres().pid())).isPresent();
    assertThat(ProcessHandle.of(servers.redis().pid())).isPresent();
  }

  private static Properties registered(String database) {
    var properties = new Properties();
    TestInfra.register((name, value) -> properties.put(name, value.get()), database);
    return properties;
  }
}
