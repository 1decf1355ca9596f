package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What broke other systems, through our API. The number of each case is in its comment.
class CasesIT extends QuotaServers {

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

  // Q37, Q38
  @ParameterizedTest
  @CsvSource({"EUR, 1000, 300, 3", "JPY, 10, 3, 3", "KWD, 12345, 4000, 3"})
  void aBudgetInMoneyIsNeverCrossed(String currency, long budget, long each, int times) {
    String offer = code("Budget");
    assertThat(
            ops()
                .put(
                    "/offers/" + offer,
                    """
                    {"discount":{"amount":%d,"currency":"%s"},"budget":{"amount":%d,"currency":"%s"}}
                    """
                        .formatted(each, currency, budget, currency))
                .status())
        .isEqualTo(201);

    var answers = redeemMany(offer, times + 3, "spender");

    assertThat(answers).filteredOn(it -> it.status() == 201).hasSize(times);
    assertThat(answers)
        .filteredOn(it -> it.status() != 201)
        .allSatisfy(it -> assertThat(it.code()).isEqualTo("budget"));
    assertThat(ops().get("/offers/" + offer).number("budget_remaining"))
        .isEqualTo(budget - each * times);
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

  private String offer(String name, String members) {
    String id = code(name);
    var made = ops().offer(id, members);
    assertThat(made.status()).as(made.http().body()).isEqualTo(201);
    return id;
  }

  private void sell(String offer, int count) {
    assertThat(redeemMany(offer, count, "buyer"))
        .allSatisfy(it -> assertThat(it.status()).isEqualTo(201));
  }

  private List<QuotaClient.Answer> redeemMany(String offer, int count, String who) {
    return atOnce(IntStream.range(0, count).mapToObj(it -> redeem(offer, who + it)).toList());
  }

  private Callable<QuotaClient.Answer> redeem(String offer, String user) {
    return () -> api().redeem(UUID.randomUUID(), offer, user);
  }

  private static List<QuotaClient.Answer> atOnce(List<Callable<QuotaClient.Answer>> calls) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<QuotaClient.Answer>();
      for (Future<QuotaClient.Answer> it : threads.invokeAll(calls)) {
        answers.add(it.get());
      }
      return answers;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
