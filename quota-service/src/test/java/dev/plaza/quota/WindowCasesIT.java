package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// What broke other systems, through our API. The time in which an offer can be had.
/// The number of each case is in its comment.
class WindowCasesIT extends QuotaServers {

  private static final Duration SOON = Duration.ofSeconds(20);

  // Q42
  @Test
  void theWindowOpensAndClosesForEverybody() {
    Instant soon = Instant.now().plusSeconds(3600);
    String early = offer("Soon", ",\"starts_at\":\"" + soon + "\"");
    assertThat(api().redeem(UUID.randomUUID(), early, "a").code()).isEqualTo("not_started");
    String late = offer("Gone", ",\"ends_at\":\"2020-01-01T00:00:00Z\"");
    assertThat(api().redeem(UUID.randomUUID(), late, "a").code()).isEqualTo("ended");
  }

  // Q42
  @Test
  void aHoldTakenBeforeTheEndIsHonouredIffTheOfferSaysSo() {
    String ends = ",\"ends_at\":\"" + Instant.now().plusSeconds(2) + "\"";
    String kind = offer("Honour", ends + ",\"conditions\":{\"honor_holds\":true}");
    String strict = offer("Strict", ends + ",\"conditions\":{\"honor_holds\":false}");
    UUID first = UUID.randomUUID();
    UUID second = UUID.randomUUID();
    assertThat(api().reserve(first, kind, "a", 600).status()).isEqualTo(201);
    assertThat(api().reserve(second, strict, "a", 600).status()).isEqualTo(201);

    await()
        .atMost(SOON)
        .until(() -> api().redeem(UUID.randomUUID(), kind, "b").code().equals("ended"));

    assertThat(api().confirm(first).text("status")).isEqualTo("redeemed");
    assertThat(api().confirm(second).code()).isEqualTo("ended");
  }

  // Q47, Q51
  @Test
  void whatIsTakenBackAfterTheEndIsNotSoldAgain() {
    Instant end = Instant.now().plusSeconds(2);
    String offer = offer("Over", ",\"limit\":3,\"ends_at\":\"" + end + "\"");
    UUID guid = UUID.randomUUID();
    assertThat(api().redeem(guid, offer, "a").status()).isEqualTo(201);
    await().atMost(SOON).until(() -> Instant.now().isAfter(end.plusMillis(100)));

    assertThat(api().reverse(guid).text("status")).isEqualTo("reversed");

    assertThat(ops().get("/offers/" + offer).number("redeemed")).isZero();
    assertThat(api().redeem(UUID.randomUUID(), offer, "b").code()).isEqualTo("ended");
  }

  // Q42: an hour that the clock on the wall shows twice is two different hours
  @Test
  void aWindowIsFromOneMomentToAnother() {
    String offer = code("Dst");
    String summer = "\"2030-10-27T02:30:00+02:00\"";
    String winter = "\"2030-10-27T02:30:00+01:00\"";

    var made = ops().offer(offer, ",\"starts_at\":" + summer + ",\"ends_at\":" + winter);
    var swapped = ops().offer(code("Dst"), ",\"starts_at\":" + winter + ",\"ends_at\":" + summer);
    var local = ops().offer(code("Dst"), ",\"starts_at\":\"2030-10-27T02:30:00\"");

    assertThat(made.status()).as(made.http().body()).isEqualTo(201);
    assertThat(made.text("starts_at")).isEqualTo("2030-10-27T00:30:00Z");
    assertThat(made.text("ends_at")).isEqualTo("2030-10-27T01:30:00Z");
    assertThat(swapped.pointers()).containsExactly("/ends_at");
    assertThat(local.status()).isEqualTo(400);
    assertThat(local.pointers()).containsExactly("/starts_at");
  }

  @Test
  void aWindowThatIsMovedCountsAtOnce() {
    String offer = offer("Moved", ",\"limit\":5,\"ends_at\":\"2020-01-01T00:00:00Z\"");
    UUID guid = UUID.randomUUID();
    assertThat(api().redeem(guid, offer, "a").code()).isEqualTo("ended");

    ops().offer(offer, ",\"limit\":5,\"ends_at\":\"2100-01-01T00:00:00Z\"");
    assertThat(api().redeem(guid, offer, "a").status()).isEqualTo(201);
    ops().offer(offer, ",\"limit\":5,\"starts_at\":\"2099-01-01T00:00:00Z\"");

    assertThat(api().redeem(UUID.randomUUID(), offer, "b").code()).isEqualTo("not_started");
    assertThat(api().redeem(guid, offer, "a").status()).as("it is done already").isEqualTo(201);
  }

  @Test
  void whatEndedLongAgoAndWasUsedIsNotReopened() {
    String offer = offer("Closed", ",\"limit\":5,\"per_user_limit\":1");
    assertThat(api().redeem(UUID.randomUUID(), offer, "a").status()).isEqualTo(201);
    ops().offer(offer, ",\"limit\":4,\"per_user_limit\":1,\"ends_at\":\"2020-01-01T00:00:00Z\"");

    await()
        .atMost(SOON)
        .until(
            () ->
                jdbc.sql("SELECT used_units FROM offer WHERE written = ?")
                        .param(offer)
                        .query(Long.class)
                        .single()
                    == 1);

    assertThat(ops().offer(offer, ",\"limit\":5,\"per_user_limit\":1").pointers())
        .containsExactly("/ends_at");
  }

  @Test
  void offersOfTheSameTimeCountApart() {
    String window = ",\"limit\":1,\"per_user_limit\":1,\"ends_at\":\"2100-01-01T00:00:00Z\"";
    String first = offer("First", window);
    String second = offer("Second", window);

    assertThat(api().redeem(UUID.randomUUID(), first, "a").status()).isEqualTo(201);
    assertThat(api().redeem(UUID.randomUUID(), second, "a").status()).isEqualTo(201);
    assertThat(api().redeem(UUID.randomUUID(), first, "b").code()).isEqualTo("exhausted");
  }
}
