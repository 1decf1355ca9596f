package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/// More buyers at once than there are rights, spread over sixteen shards: each gets a right or is
/// told that there is none, and nobody is sent away to try again.
class RushIT extends QuotaServers {

  @RepeatedTest(10)
  void sellsAllThereIsAndRefusesTheRest() {
    rush(50, 80);
    rush(200, 57);
    rush(200, 300);
    rush(1, 40);
  }

  private void rush(int limit, int buyers) {
    String offer = offer("Rush", ",\"limit\":" + limit);
    decided(limit, redeemMany(offer, buyers, "buyer").stream().map(it -> it.status()).toList());
  }

  @Test
  void decidesABatchOfMoreThanThereIs() {
    String offer = offer("RushOfOne", ",\"limit\":50");
    List<String> items =
        IntStream.range(0, 80)
            .mapToObj(it -> QuotaClient.item(UUID.randomUUID(), offer, "buyer" + it, ""))
            .toList();

    QuotaClient.Answer answer = api().batch(items);

    decided(
        50,
        answer.body().path("items").findValues("http_status").stream()
            .map(it -> it.asInt())
            .toList());
  }

  /// That as many were sold as can be, and all others refused.
  static void decided(int limit, List<Integer> statuses) {
    int buyers = statuses.size();
    int sold = Math.min(limit, buyers);
    assertThat(statuses.stream().sorted().toList())
        .as("%d rights, %d buyers", limit, buyers)
        .isEqualTo(
            Stream.concat(
                    Stream.generate(() -> 201).limit(sold),
                    Stream.generate(() -> 422).limit(buyers - sold))
                .toList());
  }
}
