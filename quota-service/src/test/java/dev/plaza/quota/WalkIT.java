package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The life of an offer and of its redemptions through the real API.
class WalkIT extends QuotaServers {

  @Test
  void anOfferIsMadeRedeemedConfirmedReversedAndLogged() {
    String offer = code("Walk");
    var made = ops().offer(offer, ",\"limit\":10,\"per_user_limit\":2");
    assertThat(made.status()).as(made.http().body()).isEqualTo(201);
    UUID guid = UUID.randomUUID();

    var reserved = api().reserve(guid, offer, "alice", 60);
    assertThat(reserved.status()).as(reserved.http().body()).isEqualTo(201);
    assertThat(reserved.text("status")).isEqualTo("reserved");
    assertThat(api().confirm(guid).text("status")).isEqualTo("redeemed");
    assertThat(api().get("/redemptions/" + guid).text("status")).isEqualTo("redeemed");

    var seen = ops().get("/offers/" + offer);
    assertThat(seen.number("redeemed")).as(seen.http().body()).isEqualTo(1);
    assertThat(seen.number("remaining")).isEqualTo(9);
    assertThat(api().reverse(guid).text("status")).isEqualTo("reversed");
    assertThat(api().reverse(guid).text("status")).isEqualTo("reversed");
    assertThat(ops().get("/offers/" + offer).number("redeemed")).isZero();
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              var log = ops().get("/offers/" + offer + "/log");
              assertThat(
                      log.body().path("items").valueStream().map(it -> it.path("type").asString()))
                  .as(log.http().body())
                  .contains(
                      "quota.redemption.reserved",
                      "quota.redemption.confirmed",
                      "quota.redemption.reversed");
            });
  }
}
