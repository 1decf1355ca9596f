package dev.plaza.bench.outbox;

import dev.plaza.platform.outbox.OutboundEvent;
import io.namastack.outbox.annotation.OutboxHandler;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.support.TransactionTemplate;

/// One contender in a process of its own, so that it can be killed: writes events in business
/// transactions and relays them. Prints `WRITTEN <ms>` when the writing is done, then relays until
/// it is ended.
///
/// Arguments: `own|namastack`, topic, events to write (0: relay only), then Spring arguments.
@SpringBootApplication
@EnableScheduling
public class RelayMain {

  static final int KEYS = 500;
  private static final int WRITERS = 8;

  public static void main(String[] args) {
    String contender = args[0];
    String topic = args[1];
    int events = Integer.parseInt(args[2]);
    String[] springArgs = List.of(args).subList(3, args.length).toArray(String[]::new);
    ConfigurableApplicationContext context =
        new SpringApplicationBuilder(RelayMain.class)
            .properties(
                "spring.application.name=relay",
                "server.port=0",
                "bench.topic=" + topic,
                "namastack.outbox.enabled=" + contender.equals("namastack"),
                "namastack.outbox.poll-interval=100",
                "namastack.outbox.batch-size=500",
                "namastack.outbox.processing.delete-completed-records=true",
                "namastack.outbox.jdbc.schema-initialization.enabled=true")
            .run(springArgs);
    long began = System.nanoTime();
    context.getBean(Writer.class).write(contender, topic, events);
    System.out.println("WRITTEN " + (System.nanoTime() - began) / 1_000_000);
  }

  @Bean
  Writer writer(
      JdbcClient jdbc,
      TransactionTemplate transaction,
      dev.plaza.platform.outbox.Outbox own,
      ObjectProvider<io.namastack.outbox.Outbox> peer) {
    return new Writer(jdbc, transaction, own, peer);
  }

  @Bean
  PeerHandler peerHandler(KafkaTemplate<String, byte[]> kafka) {
    return new PeerHandler(kafka);
  }

  /// A payload: the n-th change of its key.
  public record Change(String topic, String key, long n) {}

  /// Changes a row and appends the event while it holds the row's lock, as services do.
  static final class Writer {
    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final dev.plaza.platform.outbox.Outbox own;
    private final ObjectProvider<io.namastack.outbox.Outbox> peer;

    Writer(
        JdbcClient jdbc,
        TransactionTemplate transaction,
        dev.plaza.platform.outbox.Outbox own,
        ObjectProvider<io.namastack.outbox.Outbox> peer) {
      this.jdbc = jdbc;
      this.transaction = transaction;
      this.own = own;
      this.peer = peer;
    }

    void write(String contender, String topic, int events) {
      try (var pool = Executors.newFixedThreadPool(WRITERS)) {
        IntStream.range(0, events)
            .forEach(i -> pool.execute(() -> change(contender, topic, "k" + i % KEYS)));
      }
    }

    private void change(String contender, String topic, String key) {
      transaction.executeWithoutResult(
          _ -> {
            long n =
                jdbc.sql("UPDATE counter SET n = n + 1 WHERE key = :key RETURNING n")
                    .param("key", key)
                    .query((rs, _) -> rs.getLong(1))
                    .single();
            var change = new Change(topic, key, n);
            if (contender.equals("own")) {
              own.append(new OutboundEvent(topic, key, "bench.change", key, change));
            } else {
              peer.getObject().schedule(change, key);
            }
          });
    }
  }

  /// What a user of the peer writes: send, and wait for the acknowledgement.
  public static final class PeerHandler {
    private final KafkaTemplate<String, byte[]> kafka;

    PeerHandler(KafkaTemplate<String, byte[]> kafka) {
      this.kafka = kafka;
    }

    @OutboxHandler
    public void handle(Change change)
        throws ExecutionException, InterruptedException, TimeoutException {
      byte[] value =
          "{\"topic\":\"%s\",\"key\":\"%s\",\"n\":%d}"
              .formatted(change.topic(), change.key(), change.n())
              .getBytes(StandardCharsets.UTF_8);
      kafka
          .send(new ProducerRecord<>(change.topic(), change.key(), value))
          .get(30, TimeUnit.SECONDS);
    }
  }
}
