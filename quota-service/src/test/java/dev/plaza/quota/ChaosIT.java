package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.infra.TestInfra;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The invariants on real processes: never over the limit, nothing acknowledged is lost or doubled,
/// and when all is well again exactly the limit is sold.
class ChaosIT {

  private static final Duration HEALED = Duration.ofSeconds(60);

  // Q34, Q44, Q45, Q29
  @Test
  void threeInstancesUnderLoadSurviveKillsPausesAndTheLossOfKafka() {
    URI kafka = URI.create("kafka://" + TestInfra.urls().kafka());
    try (var toKafka = Cable.toKafka(kafka.getHost(), kafka.getPort());
        var cluster = new Cluster()) {
      var cabled = Map.of("spring.kafka.bootstrap-servers", "localhost:" + toKafka.port());
      var a = cluster.start(cabled).awaitReady();
      var b = cluster.start(cabled);
      var c = cluster.start(cabled);
      b.awaitReady();
      c.awaitReady();
      var nodes = List.of(a, b, c);
      await("fair shares")
          .atMost(HEALED)
          .until(() -> nodes.stream().allMatch(it -> it.shards() == 2));
      String offer = QuotaServers.code("Chaos");
      int limit = 1_000_000;
      a.ops().offer(offer, ",\"limit\":" + limit);

      anyInstanceServesAnyRedemption(offer, nodes);
      whatIsGivenBackIsFoundAtOnceAtAnyInstance(nodes);
      aRushAtAllInstancesIsDecided(nodes);
      var load = new Load(offer, nodes.stream().map(Cluster.Node::api).toList(), 4);
      try (load) {
        reached(load, 500);
        toKafka.cut();
        reached(load, load.acknowledged() + 300);
        await("the logs wait").atMost(HEALED).until(() -> a.shipLag() > 0 && b.shipLag() > 0);
        b.kill();
        reached(load, load.acknowledged() + 200);
        toKafka.mend();
        b.start();
        c.pause();
        await("its shards move")
            .atMost(HEALED)
            .until(() -> a.shards() + (ready(b) ? b.shards() : 0) == 6);
        reached(load, load.acknowledged() + 200);
        c.resume();
        b.awaitReady();
        await("fair shares again")
            .atMost(HEALED)
            .until(() -> nodes.stream().allMatch(it -> it.shards() == 2));
        reached(load, load.acknowledged() + 200);
        a.terminate();
        reached(load, load.acknowledged() + 300);
      }
      a.start();
      a.awaitReady();
      int end = load.acknowledged() + load.undecided() + 500;
      a.ops().offer(offer, ",\"limit\":" + end);
      sellOut(load, offer, a);
      verify(load, offer, a, end);
      assertThat(cluster.logsWithGaps()).as("every record once, none missing").isEmpty();
    }
  }

  // Q43, Q25, Q44
  @Test
  void cutOffTheySellWhatTheyHaveAndAfterwardsTheRestThoughTheirLogsAreTorn() throws IOException {
    URI postgres = URI.create(TestInfra.urls().postgres().substring("jdbc:".length()));
    try (var toPostgres = new Cable(postgres.getHost(), postgres.getPort());
        var cluster = new Cluster()) {
      var cabled =
          cluster.jdbc().replaceFirst("//[^/]+/", "//localhost:" + toPostgres.port() + "/");
      var a = cluster.start(Map.of("spring.datasource.url", cabled)).awaitReady();
      var b = cluster.start(Map.of("spring.datasource.url", cabled)).awaitReady();
      await("fair shares").atMost(HEALED).until(() -> a.shards() == 3 && b.shards() == 3);
      String offer = QuotaServers.code("Cut");
      String endless = QuotaServers.code("CutEndless");
      int limit = 6_000;
      a.ops().offer(offer, ",\"limit\":" + limit);
      a.ops().offer(endless, "");
      var doors = List.of(a.api(), b.api());

      var load = new Load(offer, doors, 2);
      var other = new Load(endless, doors, 1);
      try (load;
          other) {
        reached(load, 200);
        reached(other, 50);
        toPostgres.cut();
        int before = other.acknowledged();
        await("sold on, longer than a lease")
            .during(Duration.ofSeconds(4))
            .atMost(HEALED)
            .until(() -> load.acknowledged() <= limit);
        assertThat(other.acknowledged()).as("available in the partition").isGreaterThan(before);
        int during = other.acknowledged();
        reached(other, during + 50);
        toPostgres.mend();
        reached(other, other.acknowledged() + 50);
      }
      a.kill();
      b.kill();
      for (Path it : lastSegments(cluster.log())) {
        Files.write(it, new byte[] {42, 0, 0, 7, 1, 2, 3}, StandardOpenOption.APPEND);
      }
      a.start();
      a.awaitReady();
      await("both shares").atMost(HEALED).until(() -> a.shards() == 6);
      sellOut(load, offer, a);
      verify(load, offer, a, limit);
      await("all are decided")
          .atMost(HEALED)
          .until(
              () -> {
                other.settle(a.api());
                return other.undecided() == 0;
              });
      verify(other, endless, a, other.acknowledged());
    }
  }

  private static void anyInstanceServesAnyRedemption(String offer, List<Cluster.Node> nodes) {
    for (int i = 0; i < 9; i++) {
      UUID guid = UUID.randomUUID();
      var first = nodes.get(i % 3).api().reserve(guid, offer, "walker-" + i, 600);
      assertThat(first.status()).as(first.http().body()).isEqualTo(201);
      assertThat(nodes.get((i + 1) % 3).api().confirm(guid).text("status")).isEqualTo("redeemed");
      assertThat(nodes.get((i + 2) % 3).api().get("/redemptions/" + guid).text("status"))
          .isEqualTo("redeemed");
      assertThat(nodes.get(i / 3).api().reverse(guid).text("status")).isEqualTo("reversed");
      UUID unknown = UUID.randomUUID();
      assertThat(nodes.get(i / 3).api().reverse(unknown).text("status")).isEqualTo("cancelled");
      var late = nodes.get((i + 1) % 3).api().redeem(unknown, offer, "late-" + i);
      assertThat(late.code()).as(late.http().body()).isEqualTo("cancelled");
    }
  }

  private static void aRushAtAllInstancesIsDecided(List<Cluster.Node> nodes) {
    for (int limit : new int[] {1, 50, 200}) {
      String offer = QuotaServers.code("Rush" + limit);
      nodes.getFirst().ops().offer(offer, ",\"limit\":" + limit);
      var calls =
          IntStream.range(0, 120)
              .<Callable<QuotaClient.Answer>>mapToObj(
                  it ->
                      () -> nodes.get(it % 3).api().redeem(UUID.randomUUID(), offer, "buyer-" + it))
              .toList();
      RushIT.decided(limit, QuotaServers.atOnce(calls).stream().map(it -> it.status()).toList());
    }
  }

  private static void whatIsGivenBackIsFoundAtOnceAtAnyInstance(List<Cluster.Node> nodes) {
    String last = QuotaServers.code("Last");
    nodes.getFirst().ops().offer(last, ",\"limit\":1");
    for (int i = 0; i < 20; i++) {
      UUID guid = UUID.randomUUID();
      var sold = nodes.get(i % 3).api().redeem(guid, last, "buyer-" + i);
      assertThat(sold.status()).as("round %d: %s", i, sold.http().body()).isEqualTo(201);
      var next = nodes.get((i + 1) % 3).api().redeem(UUID.randomUUID(), last, "late-" + i);
      assertThat(next.code()).isEqualTo("exhausted");
      assertThat(nodes.get((i + 2) % 3).api().reverse(guid).text("status")).isEqualTo("reversed");
    }
  }

  private static boolean ready(Cluster.Node node) {
    try {
      return node.shards() >= 0;
    } catch (java.io.UncheckedIOException _) {
      return false;
    }
  }

  private static List<Path> lastSegments(Path log) throws IOException {
    try (var files = Files.walk(log)) {
      return files
          .filter(it -> it.toString().endsWith(".log"))
          .collect(
              java.util.stream.Collectors.groupingBy(
                  it -> it.getParent().getParent(),
                  java.util.stream.Collectors.maxBy(Comparator.comparing(Path::toString))))
          .values()
          .stream()
          .map(it -> it.orElseThrow())
          .toList();
    }
  }

  private static void reached(Load load, int acknowledged) {
    await("acknowledged " + acknowledged)
        .atMost(HEALED)
        .until(() -> load.acknowledged() >= acknowledged);
  }

  /// Every doubtful one is repeated, then new ones are asked for until there is nothing left.
  private static void sellOut(Load load, String offer, Cluster.Node door) {
    await("all are decided")
        .atMost(HEALED)
        .until(
            () -> {
              load.settle(door.api());
              return load.undecided() == 0;
            });
    long refused = load.refused();
    var more = new Load(offer, List.of(door.api()), 1);
    try (more) {
      await("sold out").atMost(HEALED).until(() -> more.refused() >= 30);
    }
    await("those too")
        .atMost(HEALED)
        .until(
            () -> {
              more.settle(door.api());
              return more.undecided() == 0;
            });
    load.add(more);
    assertThat(load.refused()).isGreaterThan(refused);
  }

  /// Shards, authority and log agree with what was acknowledged.
  private static void verify(Load load, String offer, Cluster.Node door, int sold) {
    assertThat(load.acknowledged()).isEqualTo(sold);
    await("the books")
        .atMost(HEALED)
        .untilAsserted(
            () -> {
              var seen = door.ops().get("/offers/" + offer);
              assertThat(seen.number("redeemed")).as(seen.http().body()).isEqualTo(sold);
              assertThat(seen.number("over_by")).isZero();
              var report = door.ops().get("/quota/reconciliation");
              assertThat(report.number("drift")).as(report.http().body()).isZero();
              assertThat(report.number("pending")).as(report.http().body()).isZero();
              var mine =
                  report
                      .body()
                      .path("offers")
                      .valueStream()
                      .filter(it -> it.path("offer_id").asString().equalsIgnoreCase(offer))
                      .findFirst()
                      .orElseThrow();
              assertThat(mine.path("log").asLong()).isEqualTo(sold);
            });
  }
}
