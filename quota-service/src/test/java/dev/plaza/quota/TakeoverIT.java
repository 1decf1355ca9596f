package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What callers of one instance see when the other one is killed or stops, with the timings that an
/// installation has: they wait, and are answered.
class TakeoverIT {

  private static final Map<String, String> TIMINGS =
      Map.of(
          "quota.renew-every", "1s",
          "quota.lease", "5s",
          "quota.margin", "1s",
          "quota.alive-for", "3s");

  @Test
  void whoAsksTheOtherInstanceWaitsAndIsAnswered() throws Exception {
    try (var cluster = new Cluster()) {
      var a = cluster.start(TIMINGS).awaitReady();
      var b = cluster.start(TIMINGS).awaitReady();
      shared(a, b);
      String offer = QuotaServers.code("Takeover");
      a.ops().offer(offer, "");
      List<UUID> known = IntStream.range(0, 40).mapToObj(_ -> UUID.randomUUID()).toList();
      known.forEach(it -> a.api().redeem(it, offer, "buyer-" + it));

      allAnswered(a, offer, known, b::kill);
      b.start();
      b.awaitReady();
      shared(a, b);
      allAnswered(a, offer, known, b::terminate);
    }
  }

  private static void shared(Cluster.Node a, Cluster.Node b) {
    await("fair shares")
        .atMost(Duration.ofSeconds(60))
        .until(() -> a.shards() == 3 && b.shards() == 3);
  }

  /// Redeems and reads at one instance all the while.
  private static void allAnswered(Cluster.Node door, String offer, List<UUID> known, Runnable blow)
      throws Exception {
    var bad = new ConcurrentLinkedQueue<String>();
    long until = System.nanoTime() + Duration.ofSeconds(4).toNanos();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int it = 0; it < 4; it++) {
        threads.submit(
            () -> {
              while (System.nanoTime() < until) {
                told(
                    door.api().redeem(UUID.randomUUID(), offer, "b" + System.nanoTime()), 201, bad);
              }
            });
        threads.submit(
            () -> {
              for (int i = 0; System.nanoTime() < until; i++) {
                told(door.api().get("/redemptions/" + known.get(i % known.size())), 200, bad);
              }
            });
      }
      TimeUnit.MILLISECONDS.sleep(500);
      blow.run();
    }
    assertThat(bad).isEmpty();
  }

  private static void told(
      QuotaClient.Answer answer, int expected, ConcurrentLinkedQueue<String> bad) {
    if (answer.status() != expected) {
      bad.add(answer.status() + " " + answer.http().body());
    }
  }
}
