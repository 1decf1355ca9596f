package dev.plaza.quota.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FairShareTests {

  @Test
  void sharesAddUpToAllShards() {
    for (int instances = 1; instances <= 20; instances++) {
      List<String> alive = IntStream.range(0, instances).mapToObj(it -> "i" + it).toList();

      var shares = alive.stream().map(it -> FairShare.of(it, alive, 16)).toList();

      assertThat(shares.stream().mapToInt(it -> it).sum()).isEqualTo(16);
      assertThat(shares.getFirst() - shares.getLast()).isBetween(0, 1);
    }
  }

  @Test
  void whoIsNotAliveHasNoShare() {
    assertThat(FairShare.of("me", List.of("you"), 16)).isZero();
    assertThat(FairShare.of("me", List.of(), 16)).isZero();
  }
}
