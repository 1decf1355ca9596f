package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// What broke other systems, through our API: holds and what is given back, when, and for whom.
/// The number of each case is in its comment.
class HoldCasesIT extends QuotaServers {

  private static final Duration SOON = Duration.ofSeconds(20);

  // Q13, Q14
  @Test
  void aNewHoldForTheSameOrderTakesThePlaceOfTheOldOne() {
    String offer = offer("Swap", ",\"limit\":1,\"per_user_limit\":1");
    UUID old = UUID.randomUUID();
    UUID fresh = UUID.randomUUID();
    String hold = ",\"mode\":\"reserve\",\"hold_s\":600,\"order_id\":\"order-1\"";
    assertThat(api().spend(old, offer, "alice", hold).status()).isEqualTo(201);

    assertThat(api().spend(fresh, offer, "alice", hold).status()).isEqualTo(201);

    assertThat(api().get("/redemptions/" + old).text("status")).isEqualTo("cancelled");
    assertThat(api().confirm(old).code()).isEqualTo("cancelled");
    assertThat(api().confirm(fresh).text("status")).isEqualTo("redeemed");
    assertThat(ops().get("/offers/" + offer).number("redeemed")).isEqualTo(1);
  }

  // Q15, Q17, Q18
  @Test
  void aHoldGivenBackIsFreeAgainOnceAndOnlyOnce() {
    String offer = offer("Back", ",\"limit\":1");
    UUID guid = UUID.randomUUID();
    api().reserve(guid, offer, "alice", 600);
    assertThat(api().reserve(guid, offer, "alice", 600).status()).as("same answer").isEqualTo(201);

    assertThat(api().reverse(guid).text("status")).isEqualTo("cancelled");
    assertThat(api().reverse(guid).text("status")).isEqualTo("cancelled");

    assertThat(api().redeem(UUID.randomUUID(), offer, "alice").status()).isEqualTo(201);
    assertThat(api().redeem(UUID.randomUUID(), offer, "bob").code()).isEqualTo("exhausted");
  }

  @Test
  void whatIsSoughtWhereItIsNotIsFoundWhereItIs() {
    String offer = offer("Astray", "");
    UUID guid = UUID.randomUUID();
    api().reserve(guid, offer, "alice", 600);

    for (int i = 0; i < 5; i++) {
      String wrong = "?offer_id=" + offer + "&user_id=nobody" + i;
      assertThat(api().get("/redemptions/" + guid + wrong).text("status")).isEqualTo("reserved");
    }
    assertThat(api().post("/redemptions/" + guid + "/confirm?user_id=x&offer_id=y", "").status())
        .isEqualTo(200);
  }

  // Q19, Q46
  @Test
  void whatIsTakenBackBeforeItWasMadeIsRefusedAndGivesNothing() {
    String offer = offer("Early", ",\"limit\":5");
    UUID guid = UUID.randomUUID();
    assertThat(api().reverse(guid).text("status")).isEqualTo("cancelled");
    UUID hinted = UUID.randomUUID();
    String hints = "?offer_id=" + offer + "&user_id=alice";
    assertThat(api().delete("/redemptions/" + hinted + hints).status()).isEqualTo(200);

    assertThat(api().redeem(guid, offer, "alice").code()).isEqualTo("cancelled");
    assertThat(api().redeem(hinted, offer, "alice").code()).isEqualTo("cancelled");
    for (UUID it : List.of(guid, hinted)) {
      assertThat(api().get("/redemptions/" + it).text("status"))
          .as("of any caller")
          .isEqualTo("cancelled");
      assertThat(api().confirm(it).code()).isEqualTo("cancelled");
      var cheaper =
          api()
              .post(
                  "/redemptions/" + it + "/confirm",
                  "{\"amount\":{\"amount\":1,\"currency\":\"EUR\"}}");
      assertThat(cheaper.code()).as(cheaper.http().body()).isEqualTo("cancelled");
    }
    assertThat(api().get("/redemptions/" + UUID.randomUUID()).code()).isEqualTo("unknown_guid");
    assertThat(api().confirm(UUID.randomUUID()).code()).isEqualTo("unknown_guid");

    assertThat(ops().get("/offers/" + offer).number("remaining")).isEqualTo(5);
    String endless = offer("NoLimit", "");
    assertThat(QuotaClient.isNothing(ops().get("/offers/" + endless).body().get("limit"))).isTrue();
  }

  // Q21
  @Test
  void anAbandonedHoldComesBackWithinItsTimeAndASecond() {
    String offer = offer("Abandoned", ",\"limit\":1");
    UUID guid = UUID.randomUUID();
    api().reserve(guid, offer, "alice", 1);
    Instant held = Instant.now();

    await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> api().redeem(UUID.randomUUID(), offer, "bob").status() == 201);

    assertThat(Duration.between(held, Instant.now())).isLessThan(Duration.ofMillis(3_500));
    assertThat(api().confirm(guid).code()).as("a late one finds nothing").isEqualTo("expired");
  }

  // Q14, Q17, Q21
  @Test
  void whatIsTakenBackIsThereForTheNextOneAtOnce() {
    String offer = offer("Next", ",\"limit\":1");
    for (int i = 0; i < 30; i++) {
      UUID guid = UUID.randomUUID();
      var sold =
          i % 2 == 0
              ? api().redeem(guid, offer, "buyer-" + i)
              : api().reserve(guid, offer, "buyer-" + i, 600);
      assertThat(sold.status()).as("round %d: %s", i, sold.http().body()).isEqualTo(201);
      assertThat(api().redeem(UUID.randomUUID(), offer, "late-" + i).code()).isEqualTo("exhausted");
      api().reverse(guid);
    }
  }
}
