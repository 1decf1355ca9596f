package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What broke other systems, through our API. Limits in units: of an offer, of a person.
/// The number of each case is in its comment.
class LimitCasesIT extends QuotaServers {

  private static final Duration SOON = Duration.ofSeconds(20);

  // Q01, Q22
  @Test
  void aThousandBuyersOfAHundredGetExactlyAHundred() {
    String offer = offer("Rush", ",\"limit\":100");

    var answers =
        atOnce(IntStream.range(0, 300).mapToObj(it -> redeem(offer, "buyer-" + it)).toList());

    assertThat(answers).filteredOn(it -> it.status() == 201).hasSize(100);
    assertThat(answers)
        .filteredOn(it -> it.status() != 201)
        .hasSize(200)
        .allSatisfy(it -> assertThat(it.code()).isEqualTo("exhausted"));
    var seen = ops().get("/offers/" + offer);
    assertThat(seen.number("redeemed")).isEqualTo(100);
    assertThat(seen.number("remaining")).isZero();
    assertThat(seen.number("over_by")).isZero();
  }

  // Q02, Q03, Q09
  @Test
  void onePersonUsesASingleUseCodeOnceHoweverOftenAtOnce() {
    String offer = offer("Once", ",\"per_user_limit\":1");

    var answers = atOnce(IntStream.range(0, 8).mapToObj(_ -> redeem(offer, "alice")).toList());

    assertThat(answers).filteredOn(it -> it.status() == 201).hasSize(1);
    assertThat(answers)
        .filteredOn(it -> it.status() != 201)
        .allSatisfy(it -> assertThat(it.code()).isEqualTo("user_limit"));
    assertThat(api().redeem(UUID.randomUUID(), offer, "bob").status()).isEqualTo(201);
  }

  // Q05
  @Test
  void aRefusalSaysWhy() {
    String offer = offer("Last", ",\"limit\":1");
    api().redeem(UUID.randomUUID(), offer, "alice");

    var second = api().redeem(UUID.randomUUID(), offer, "bob");

    assertThat(second.status()).isEqualTo(422);
    assertThat(second.text("detail")).contains("Nothing is left");
    assertThat(second.http().headers().firstValue("content-type").orElse(""))
        .startsWith("application/problem+json");
  }

  // Q06, Q10
  @Test
  void everyWayToWriteTheCodeCountsOnTheSameOffer() {
    String offer = offer("MixedCase", ",\"limit\":2");

    assertThat(api().redeem(UUID.randomUUID(), offer.toLowerCase(), "a").status()).isEqualTo(201);
    assertThat(api().redeem(UUID.randomUUID(), offer.toUpperCase(), "b").status()).isEqualTo(201);

    assertThat(ops().get("/offers/" + offer.toLowerCase()).number("redeemed")).isEqualTo(2);
    assertThat(ops().get("/offers/" + offer.toLowerCase()).text("id")).isEqualTo(offer);
    assertThat(api().redeem(UUID.randomUUID(), offer, "c").code()).isEqualTo("exhausted");
  }

  // Q07
  @Test
  void anOfferWithoutALimitIsFast() {
    String offer = offer("Endless", "");

    var answer = api().redeem(UUID.randomUUID(), offer, "alice");

    assertThat(answer.text("path")).isEqualTo("fast");
    assertThat(QuotaClient.isNothing(answer.body().get("remaining_hint"))).isTrue();
  }

  // Q11
  @ParameterizedTest
  @CsvSource({
    "Alice@Example.com, alice@example.com",
    "bob+food@example.com, bob@example.com",
    "c.a.rol@googlemail.com, carol@gmail.com",
    "DAVE, dave"
  })
  void theSamePersonIsCountedOnceHoweverTheIdIsWritten(String first, String second) {
    String offer = offer("Person", ",\"per_user_limit\":1");

    assertThat(api().redeem(UUID.randomUUID(), offer, first).status()).isEqualTo(201);

    assertThat(api().redeem(UUID.randomUUID(), offer, second).code()).isEqualTo("user_limit");
  }

  // Q39
  @Test
  void theLimitCountsUnits() {
    String offer = offer("Units", ",\"limit\":10");

    assertThat(api().spend(UUID.randomUUID(), offer, "a", ",\"units\":7").status()).isEqualTo(201);
    assertThat(api().spend(UUID.randomUUID(), offer, "b", ",\"units\":4").code())
        .isEqualTo("exhausted");
    assertThat(api().spend(UUID.randomUUID(), offer, "b", ",\"units\":3").status()).isEqualTo(201);
  }

  // Q33, Q41
  @Test
  void aRefusalDoesNotStickWhenTheLimitIsRaised() {
    String offer = offer("Raise", ",\"limit\":1");
    api().redeem(UUID.randomUUID(), offer, "alice");
    UUID guid = UUID.randomUUID();
    assertThat(api().redeem(guid, offer, "bob").code()).isEqualTo("exhausted");

    assertThat(ops().offer(offer, ",\"limit\":2").status()).isEqualTo(200);

    assertThat(api().redeem(guid, offer, "bob").status()).isEqualTo(201);
    assertThat(api().redeem(UUID.randomUUID(), offer, "carol").code()).isEqualTo("exhausted");
  }

  // Q41
  @Test
  void aLimitLoweredBelowWhatIsUsedLeavesNothingAndShowsByHowMuch() {
    String offer = offer("Lower", ",\"limit\":100");
    sell(offer, 80);

    var lowered = ops().offer(offer, ",\"limit\":50");

    assertThat(lowered.status()).as(lowered.http().body()).isEqualTo(200);
    Instant effective = Instant.parse(lowered.text("effective_at"));
    assertThat(effective).isBefore(Instant.now().plusSeconds(5));
    await().atMost(SOON).until(() -> Instant.now().isAfter(effective));
    var refused = redeemMany(offer, 30, "after");
    assertThat(refused).allSatisfy(it -> assertThat(it.code()).isEqualTo("exhausted"));
    var seen = ops().get("/offers/" + offer);
    assertThat(seen.number("remaining")).isZero();
    assertThat(seen.number("over_by")).isEqualTo(30);

    ops().offer(offer, ",\"limit\":90");
    var sold = redeemMany(offer, 30, "raised");
    assertThat(sold).filteredOn(it -> it.status() == 201).hasSize(10);
    assertThat(ops().get("/offers/" + offer).number("redeemed")).isEqualTo(90);
  }

  @Test
  void aLimitGivenToAnOfferThatHadNoneCountsWhatWasSoldBefore() {
    String offer = offer("Late", "");
    sell(offer, 40);

    var limited = ops().offer(offer, ",\"limit\":50");

    await()
        .atMost(SOON)
        .until(() -> Instant.now().isAfter(Instant.parse(limited.text("effective_at"))));
    assertThat(redeemMany(offer, 30, "more")).filteredOn(it -> it.status() == 201).hasSize(10);
    assertThat(ops().get("/offers/" + offer).number("redeemed")).isEqualTo(50);
  }

  @Test
  void logAuthorityAndShardsAgree() {
    String offer = offer("Books", ",\"limit\":50");
    sell(offer, 30);

    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              var report = ops().get("/quota/reconciliation");
              assertThat(report.number("drift")).as(report.http().body()).isZero();
              var mine =
                  report
                      .body()
                      .path("offers")
                      .valueStream()
                      .filter(it -> it.path("offer_id").asString().equalsIgnoreCase(offer))
                      .findFirst()
                      .orElseThrow();
              assertThat(mine.path("log").asLong()).as(report.http().body()).isEqualTo(30);
              assertThat(mine.path("shards").asLong()).isEqualTo(30);
            });
  }
}
