package dev.plaza.quota.ship;

import dev.plaza.quota.log.LogEntry;
import dev.plaza.quota.ownership.OwnedShard;
import dev.plaza.quota.ownership.ShardMap;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.clients.producer.Producer;
import org.springframework.dao.DataAccessException;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import tools.jackson.databind.json.JsonMapper;

/// Publishes the log of every shard that is here, in order, from where the queryable log ends.
///
/// What was sent but not acknowledged is sent again; consumers drop what they have. When the
/// queryable log does not move although everything was sent, a record was lost on the way, and
/// sending begins again behind the last one that arrived.
@Component
class Shipper {

  private static final Log LOG = LogFactory.getLog(Shipper.class);
  private static final int BATCH = 1_000;
  private static final Duration ACKNOWLEDGE = Duration.ofSeconds(25);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Sixteen shards that publish a few records each cost more than one page of many, and nobody
  /// waits for them.
  private static final Duration GATHER = Duration.ofMillis(20);

  private static final Duration SAFE_EVERY = Duration.ofSeconds(10);
  private static final Duration STUCK = Duration.ofSeconds(30);

  private final ShardMap map;
  private final LogStore store;
  private final KafkaTemplate<String, byte[]> kafka;
  private final JsonMapper json;
  private final String topic;
  private final Counter commits;
  private final Counter committedRecords;
  private final Map<Integer, Long> shipped = new ConcurrentHashMap<>();
  private volatile boolean kafkaAway;

  Shipper(
      ShardMap map,
      LogStore store,
      KafkaTemplate<String, byte[]> kafka,
      JsonMapper json,
      ShipProperties properties,
      MeterRegistry meters) {
    this.topic = properties.topic();
    this.commits = meters.counter("plaza.quota.commits");
    this.committedRecords = meters.counter("plaza.quota.records");
    this.map = map;
    this.store = store;
    this.kafka = kafka;
    this.json = json;
    map.onOpen(
        it -> Thread.ofVirtual().name("quota-ship-" + it.id()).start(() -> new Lane(it).run()));
  }

  /// Records of the shards here that are written and not yet published.
  long lag() {
    return map.local().stream()
        .mapToLong(it -> it.engine().committedSeq() - shipped.getOrDefault(it.id(), 0L))
        .filter(it -> it > 0)
        .sum();
  }

  private final class Lane {

    private final OwnedShard shard;
    private final LogRecords records;
    private final Semaphore wake = new Semaphore(0);
    private long sent = -1;
    private long committed;
    private long looked = System.nanoTime();
    private long arrived = -1;
    private long told = System.nanoTime();

    Lane(OwnedShard shard) {
      this.shard = shard;
      this.records = new LogRecords(topic, shard.id(), json);
      this.committed = shard.engine().committedSeq();
    }

    void run() {
      shard.engine().onCommit(this::committed);
      try {
        while (shard.equals(map.local(shard.id()))) {
          wake.drainPermits();
          if (!piece()) {
            wake.tryAcquire(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
          }
        }
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }

    /// Records per commit tell how well commits are grouped.
    private void committed() {
      long now = shard.engine().committedSeq();
      commits.increment();
      committedRecords.increment((double) (now - committed));
      committed = now;
      wake.release();
    }

    /// @return whether more is probably waiting
    private boolean piece() throws InterruptedException {
      try {
        if (sent < 0) {
          sent = store.position(shard.id());
        }
        if (shard.engine().committedSeq() <= sent) {
          lookAfter();
          return false;
        }
        List<LogEntry> entries = shard.engine().read(sent + 1, BATCH);
        send(entries);
        sent += entries.size();
        shipped.put(shard.id(), sent);
        told(false, "");
        tellShard();
        if (entries.size() < BATCH) {
          Thread.sleep(GATHER);
        }
        return !entries.isEmpty();
      } catch (ExecutionException | TimeoutException | KafkaException e) {
        told(true, e.toString());
      } catch (DataAccessException | TransactionException e) {
        LOG.debug("the position of shard " + shard.id() + " is not known yet", e);
      } catch (RuntimeException e) {
        if (shard.equals(map.local(shard.id()))) {
          LOG.warn("the log of shard %d cannot be read: %s".formatted(shard.id(), e));
        }
      }
      Thread.sleep(PAUSE);
      return true;
    }

    private void send(List<LogEntry> entries)
        throws InterruptedException, ExecutionException, TimeoutException {
      var open = new Unacknowledged(entries.size());
      try (Producer<String, byte[]> producer = kafka.getProducerFactory().createProducer()) {
        for (LogEntry it : entries) {
          var _ = producer.send(records.of(it), open);
        }
      }
      open.await(ACKNOWLEDGE);
    }

    /// What has arrived in the queryable log need not be read here again: the shard may drop it.
    private void tellShard() {
      if (System.nanoTime() - told > SAFE_EVERY.toNanos()) {
        told = System.nanoTime();
        shard.engine().safe(store.position(shard.id()));
      }
    }

    /// Everything is sent; has it arrived?
    private void lookAfter() {
      shipped.put(shard.id(), sent);
      tellShard();
      if (arrived == sent || System.nanoTime() - looked < STUCK.toNanos()) {
        return;
      }
      looked = System.nanoTime();
      long now = store.position(shard.id());
      if (now < sent && now == arrived) {
        LOG.info(
            "shard %d: records behind %d did not arrive, sent again".formatted(shard.id(), now));
        sent = now;
      }
      arrived = now;
    }
  }

  /// An outage is told once.
  private void told(boolean away, String reason) {
    if (away && !kafkaAway) {
      LOG.warn("Kafka does not take the log, it waits: " + reason);
    } else if (!away && kafkaAway) {
      LOG.info("Kafka takes the log again");
    }
    kafkaAway = away;
  }
}
