package dev.plaza.quota;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Clients that redeem one offer at any instance until told to stop, and repeat what was not
/// answered for good. Knows afterwards what was acknowledged.
final class Load implements AutoCloseable {

  private static final int BATCH = 10;

  private final String offer;
  private final List<QuotaClient> doors;
  private final List<Thread> threads;
  private final Map<UUID, String> acknowledged = new ConcurrentHashMap<>();
  private final Map<UUID, String> open = new ConcurrentHashMap<>();
  private final AtomicInteger users = new AtomicInteger();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicInteger stale = new AtomicInteger();
  private volatile boolean stopping;

  Load(String offer, List<QuotaClient> doors, int clients) {
    this.offer = offer;
    this.doors = doors.stream().map(it -> it.within(Duration.ofSeconds(1))).toList();
    this.threads =
        java.util.stream.IntStream.range(0, clients)
            .mapToObj(_ -> Thread.ofVirtual().start(this::run))
            .toList();
  }

  private void run() {
    while (!stopping) {
      Map<UUID, String> wanted = new ConcurrentHashMap<>();
      for (int i = 0; i < BATCH; i++) {
        wanted.put(UUID.randomUUID(), "user-" + users.incrementAndGet());
      }
      open.putAll(wanted);
      for (int attempt = 0; attempt < 3 && !wanted.isEmpty() && !stopping; attempt++) {
        send(doors.get(ThreadLocalRandom.current().nextInt(doors.size())), wanted);
      }
    }
  }

  /// Sends again, at one door, what nobody has answered for good.
  void settle(QuotaClient door) {
    var left = List.copyOf(open.keySet());
    for (int from = 0; from < left.size(); from += 500) {
      Map<UUID, String> wanted = new ConcurrentHashMap<>();
      left.subList(from, Math.min(left.size(), from + 500))
          .forEach(it -> wanted.put(it, String.valueOf(open.get(it))));
      send(door, wanted);
    }
  }

  private void send(QuotaClient door, Map<UUID, String> wanted) {
    var items =
        wanted.entrySet().stream()
            .map(it -> QuotaClient.item(it.getKey(), offer, it.getValue(), ""))
            .toList();
    try {
      var answer = door.batch(items);
      if (answer.status() == 200) {
        answer.body().path("items").valueStream().forEach(it -> heard(it, wanted));
      }
    } catch (java.io.UncheckedIOException _) {
      // The instance is gone or paused: its clients try another.
    }
  }

  private void heard(tools.jackson.databind.JsonNode item, Map<UUID, String> wanted) {
    UUID guid = UUID.fromString(item.path("guid").asString());
    switch (item.path("http_status").asInt()) {
      case 201 -> {
        acknowledged.put(guid, String.valueOf(wanted.remove(guid)));
        open.remove(guid);
      }
      case 422 -> {
        refused.incrementAndGet();
        wanted.remove(guid);
        open.remove(guid);
      }
      case 409 -> stale.incrementAndGet();
      default -> {
        // 503: again.
      }
    }
  }

  /// Counts what others did as its own.
  void add(Load other) {
    acknowledged.putAll(other.acknowledged);
    refused.addAndGet(other.refused());
  }

  int acknowledged() {
    return acknowledged.size();
  }

  int undecided() {
    return open.size();
  }

  long refused() {
    return refused.get();
  }

  int stale() {
    return stale.get();
  }

  @Override
  public void close() {
    stopping = true;
    for (Thread it : threads) {
      try {
        it.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }
}
