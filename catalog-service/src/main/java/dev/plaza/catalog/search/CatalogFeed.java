package dev.plaza.catalog.search;

import dev.plaza.contracts.Topics;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.kafka.core.ConsumerFactory;

/// Hears of changes that other instances made. Every instance reads every partition, so it belongs
/// to no consumer group; it starts at the end, for what was before is loaded from the database.
final class CatalogFeed implements SmartLifecycle {

  private static final Log LOG = LogFactory.getLog(CatalogFeed.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final Duration METADATA_WAIT = Duration.ofSeconds(5);
  private static final Duration STOP_WAIT = Duration.ofSeconds(5);
  private static final List<String> TOPICS =
      List.of(Topics.CATALOG_RESTAURANT, Topics.CATALOG_MENU);

  private final ConsumerFactory<String, byte[]> consumers;
  private final Listings listings;
  private volatile boolean stopping;
  private volatile @Nullable Thread feed;
  private volatile @Nullable Thread own;

  CatalogFeed(ConsumerFactory<String, byte[]> consumers, Listings listings) {
    this.consumers = consumers;
    this.listings = listings;
  }

  /// Runs before the web server opens: nobody is answered from a half-filled index.
  @Override
  public int getPhase() {
    return 0;
  }

  @Override
  public void start() {
    stopping = false;
    feed = Thread.ofPlatform().daemon().name("catalog-feed").start(() -> repeat(this::consume));
    own = Thread.ofVirtual().name("catalog-own-changes").start(() -> repeat(this::takeOwn));
    listings.loadAll();
  }

  private interface Work {
    void run() throws InterruptedException;
  }

  private void repeat(Work work) {
    while (!stopping) {
      try {
        work.run();
      } catch (InterruptedException | InterruptException _) {
        return;
      } catch (RuntimeException e) {
        if (!stopping) {
          LOG.warn("search feed goes on after: " + NestedExceptionUtils.getMostSpecificCause(e));
          pause();
        }
      }
    }
  }

  private void takeOwn() throws InterruptedException {
    listings.refreshChanged();
  }

  private void consume() {
    try (var consumer = consumers.createConsumer(null, "catalog-feed")) {
      var partitions = partitions(consumer);
      consumer.assign(partitions);
      consumer.seekToEnd(partitions);
      partitions.forEach(it -> consumer.position(it, METADATA_WAIT));
      // Whatever happened between two connections is found by the sweep.
      while (!stopping) {
        var ids = changed(consumer.poll(POLL));
        if (!ids.isEmpty()) {
          listings.refresh(ids);
        }
      }
    }
  }

  private static Set<TopicPartition> partitions(Consumer<?, ?> consumer) {
    var partitions = new HashSet<TopicPartition>();
    for (var topic : TOPICS) {
      var known = consumer.partitionsFor(topic, METADATA_WAIT);
      if (known == null || known.isEmpty()) {
        throw new IllegalStateException("topic " + topic + " is not there yet");
      }
      known.forEach(it -> partitions.add(new TopicPartition(topic, it.partition())));
    }
    return partitions;
  }

  /// Keys are restaurant ids; `<restaurant>/<sku>` is stock, which the index does not know.
  private static Set<String> changed(ConsumerRecords<String, byte[]> records) {
    var ids = new HashSet<String>();
    for (var record : records) {
      if (record.key() != null && record.key().indexOf('/') < 0) {
        ids.add(record.key());
      }
    }
    return ids;
  }

  private void pause() {
    try {
      Thread.sleep(RETRY);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void stop() {
    stopping = true;
    var waiting = own;
    if (waiting != null) {
      waiting.interrupt();
    }
    join(waiting);
    // Not interrupted: a consumer must be closed in peace; it looks up after each poll.
    join(feed);
    own = null;
    feed = null;
  }

  private static void join(@Nullable Thread thread) {
    try {
      if (thread != null) {
        thread.join(STOP_WAIT);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return feed != null;
  }
}
