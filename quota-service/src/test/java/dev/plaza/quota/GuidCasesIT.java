package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What broke other systems, through our API. One intent, one redemption, however often it is sent.
/// The number of each case is in its comment.
class GuidCasesIT extends QuotaServers {

  // Q23, Q26, Q31, Q35
  @Test
  void oneIntentSentManyTimesAtOnceIsOneRedemption() {
    String offer = offer("Retry", ",\"limit\":10");
    UUID guid = UUID.randomUUID();

    var answers =
        atOnce(
            IntStream.range(0, 12)
                .<Callable<QuotaClient.Answer>>mapToObj(
                    _ -> () -> api().redeem(guid, offer, "alice"))
                .toList());

    assertThat(answers).allSatisfy(it -> assertThat(it.status()).isEqualTo(201));
    assertThat(answers.stream().map(it -> it.http().body()).distinct()).hasSize(1);
    assertThat(ops().get("/offers/" + offer).number("redeemed")).isEqualTo(1);
  }

  // Q27, Q30
  @Test
  void aGuidStandsForOneThing() {
    String offer = offer("Same", ",\"limit\":10");
    String other = offer("Other", ",\"limit\":10");
    UUID guid = UUID.randomUUID();
    api().spend(guid, offer, "alice", ",\"order_id\":\"o1\",\"units\":2");

    var wrong =
        List.of(
            api().spend(guid, offer, "bob", ",\"order_id\":\"o1\",\"units\":2"),
            api().spend(guid, other, "alice", ",\"order_id\":\"o1\",\"units\":2"),
            api().spend(guid, offer, "alice", ",\"order_id\":\"o2\",\"units\":2"),
            api().spend(guid, offer, "alice", ",\"order_id\":\"o1\",\"units\":3"),
            api()
                .spend(
                    guid,
                    offer,
                    "alice",
                    ",\"order_id\":\"o1\",\"units\":2,\"amount\":{\"amount\":5,\"currency\":\"EUR\"}"));

    assertThat(wrong)
        .allSatisfy(
            it -> {
              assertThat(it.status()).as(it.http().body()).isEqualTo(422);
              assertThat(it.code()).isEqualTo("guid_reused");
            });
    assertThat(api().spend(guid, offer, "alice", ",\"order_id\":\"o1\",\"units\":2").status())
        .isEqualTo(201);
    assertThat(ops().get("/offers/" + offer).number("redeemed")).isEqualTo(2);
    assertThat(ops().get("/offers/" + other).number("redeemed")).isZero();
  }

  @Test
  void aHoldOfAnotherLengthIsAnotherThing() {
    String offer = offer("Hold", ",\"limit\":10");
    UUID guid = UUID.randomUUID();
    assertThat(api().spend(guid, offer, "alice", ",\"mode\":\"reserve\"").status()).isEqualTo(201);

    assertThat(api().reserve(guid, offer, "alice", 900).status()).as("the default").isEqualTo(201);
    assertThat(api().reserve(guid, offer, "alice", 60).code()).isEqualTo("guid_reused");
    assertThat(ops().get("/offers/" + offer).number("held")).isEqualTo(1);
  }

  // Q30, Q31
  @Test
  void aGuidTwiceInABatchIsOneRedemption() {
    String offer = offer("Twice", ",\"limit\":10");
    UUID guid = UUID.randomUUID();
    var items =
        List.of(
            QuotaClient.item(guid, offer, "alice", ",\"order_id\":\"o1\""),
            QuotaClient.item(guid, offer, "alice", ",\"order_id\":\"o1\""),
            QuotaClient.item(guid, offer, "alice", ",\"order_id\":\"o2\""),
            QuotaClient.item(guid, offer, "bob", ",\"order_id\":\"o1\""));

    var statuses =
        api()
            .batch(items)
            .body()
            .path("items")
            .valueStream()
            .map(it -> it.path("http_status").asInt())
            .toList();

    assertThat(statuses).filteredOn(it -> it == 201).hasSizeLessThanOrEqualTo(2).isNotEmpty();
    assertThat(statuses.get(2)).isEqualTo(422);
    assertThat(ops().get("/offers/" + offer).number("redeemed")).isEqualTo(1);
  }

  @Test
  void whatIsNoGuidIsRefusedEverywhere() {
    for (String guid : List.of("nope", "1-1-1-1-1", "00000000-0000-0000-0000-00000000000g")) {
      assertThat(api().reverse(guid).status()).as(guid).isEqualTo(422);
      assertThat(api().confirm(guid).status()).as(guid).isEqualTo(422);
      assertThat(api().get("/redemptions/" + guid).status()).as(guid).isEqualTo(422);
    }
  }
}
