package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bad input, roles, batches, and the question whether an offer applies.
class InputIT extends QuotaServers {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"discount\":{\"percent\":10},\"limit\":0} | 422 | /limit",
        "{\"discount\":{\"percent\":10},\"limit\":-5} | 422 | /limit",
        "{\"discount\":{\"percent\":10},\"limit\":1.5} | 400 | /limit",
        "{\"discount\":{\"percent\":10},\"limit\":\"7\"} | 400 | /limit",
        "{\"discount\":{\"percent\":10},\"limit\":99999999999999999999} | 400 | /limit",
        "{\"discount\":{\"percent\":10},\"per_user_limit\":0} | 422 | /per_user_limit",
        "{\"discount\":{\"percent\":0}} | 422 | /discount/percent",
        "{\"discount\":{\"percent\":101}} | 422 | /discount/percent",
        "{\"discount\":{\"percent\":5,\"amount\":5,\"currency\":\"EUR\"}} | 422 | /discount",
        "{\"discount\":{\"amount\":5}} | 422 | /discount/currency",
        "{\"discount\":{\"amount\":5,\"currency\":\"XYZ9\"}} | 422 | /discount/currency",
        "{} | 422 | /discount",
        "{\"discount\":{\"percent\":10},\"budget\":{\"amount\":0,\"currency\":\"EUR\"}} | 422 | /budget/amount",
        "{\"discount\":{\"amount\":5,\"currency\":\"USD\"},\"budget\":{\"amount\":9,\"currency\":\"EUR\"}} | 422 | /discount/currency",
        "{\"discount\":{\"percent\":10},\"conditions\":{\"moon\":1}} | 422 | /conditions/moon",
        "{\"discount\":{\"percent\":10},\"conditions\":{\"honor_holds\":1}} | 422 | /conditions/honor_holds",
        "{\"discount\":{\"percent\":10},\"conditions\":{\"restaurant_ids\":[\"r1\",\"a\\u0000b\"]}} | 400 | /conditions/restaurant_ids/1",
        "{\"discount\":{\"percent\":10},\"conditions\":{\"restaurant_ids\":[\"r1\",\"a\\u0007b\"]}} | 422 | /conditions/restaurant_ids/1",
        "{\"discount\":{\"percent\":10},\"starts_at\":\"2030-01-02T00:00:00Z\",\"ends_at\":\"2030-01-01T00:00:00Z\"} | 422 | /ends_at",
        "{\"discount\":{\"percent\":10},\"starts_at\":\"2030-01-01T00:00:00Z\",\"ends_at\":\"2030-01-01T00:00:00Z\"} | 422 | /ends_at",
        "{\"discount\":{\"percent\":10},\"starts_at\":\"+999999-01-01T00:00:00Z\"} | 422 | /starts_at",
        "{\"discount\":{\"percent\":10},\"starts_at\":\"tomorrow\"} | 400 | /starts_at"
      })
  void anOfferThatBreaksARuleIsRefusedWithAPointer(String body, int status, String pointer) {
    var answer = ops().put("/offers/" + code("Bad"), body);

    assertThat(answer.status()).as(answer.http().body()).isEqualTo(status);
    assertThat(answer.pointers()).contains(pointer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"guid\":\"nope\" | 422 | /guid",
        "\"guid\":\"1-1-1-1-1\" | 422 | /guid",
        "\"guid\":\"00000000-0000-0000-0000-000000000000\" | 422 | /guid",
        "\"guid\":5 | 400 | /guid",
        "\"guid\":null | 422 | /guid",
        "\"units\":0 | 422 | /units",
        "\"units\":-1 | 422 | /units",
        "\"units\":1000001 | 422 | /units",
        "\"units\":1.5 | 400 | /units",
        "\"mode\":\"steal\" | 400 | /mode",
        "\"mode\":\"reserve\",\"hold_s\":0 | 422 | /hold_s",
        "\"mode\":\"reserve\",\"hold_s\":604801 | 422 | /hold_s",
        "\"user_id\":\"\" | 422 | /user_id",
        "\"user_id\":\"a\\u0000b\" | 400 | /user_id",
        "\"offer_id\":\"no such\" | 422 | /offer_id",
        "\"order_id\":\" \" | 422 | /order_id",
        "\"amount\":{\"amount\":-1,\"currency\":\"EUR\"} | 422 | /amount/amount"
      })
  void aRedemptionThatBreaksARuleIsRefusedWithAPointer(String member, int status, String pointer) {
    String offer = code("Good");
    ops().offer(offer, "");
    String body =
        "{\"guid\":\"%s\",\"offer_id\":\"%s\",\"user_id\":\"alice\",%s}"
            .formatted(UUID.randomUUID(), offer, member);

    var answer = api().post("/redemptions", body);

    assertThat(answer.status()).as(answer.http().body()).isEqualTo(status);
    assertThat(answer.pointers()).contains(pointer);
  }

  @Test
  void anUnknownOfferIsNotThere() {
    assertThat(api().redeem(UUID.randomUUID(), "nowhere", "a").status()).isEqualTo(404);
    assertThat(ops().get("/offers/nowhere").status()).isEqualTo(404);
    assertThat(ops().get("/offers/nowhere/log").status()).isEqualTo(404);
    assertThat(api().confirm(UUID.randomUUID()).code()).isEqualTo("unknown_guid");
    assertThat(api().get("/redemptions/" + UUID.randomUUID()).status()).isEqualTo(404);
    assertThat(api().get("/redemptions/nope").status()).isEqualTo(422);
    assertThat(api().reverse(new UUID(0, 0)).status()).isEqualTo(422);
  }

  @Test
  void whatInstancesAskEachOtherIsCheckedAsWell() {
    var customer = new QuotaClient("http://localhost:" + port, CUSTOMER);
    assertThat(customer.post("/quota/shards/commands", "{\"items\":[]}").status()).isEqualTo(403);
    assertThat(api().post("/quota/shards/commands", "{}").status()).isEqualTo(400);
    assertThat(api().post("/quota/shards/commands", "{\"items\":[null]}").status()).isEqualTo(400);
    assertThat(
            api()
                .post(
                    "/quota/shards/commands",
                    "{\"items\":[{\"shard\":1,\"op\":\"SPEND\",\"guid\":\"%s\",\"units\":0,\"amount\":0,\"hold_ms\":0}]}"
                        .formatted(UUID.randomUUID()))
                .status())
        .isEqualTo(400);
    assertThat(api().get("/quota/shards/x/redemptions/y").status()).isEqualTo(400);
    assertThat(
            api()
                .post(
                    "/quota/shards/commands",
                    "{\"items\":[{\"shard\":1,\"op\":\"REVERSE\",\"guid\":\"%s\",\"units\":0,\"hold_ms\":0}]}"
                        .formatted(new UUID(0, 0)))
                .status())
        .isEqualTo(400);
  }

  @Test
  void guidsOfAnyVersionAndCaseAreOne() {
    String offer = code("Case");
    ops().offer(offer, ",\"limit\":5");
    String guid = "0197F2A0-0000-7000-8000-" + "%012X".formatted(System.nanoTime() & 0xFFFFFFFFL);

    assertThat(api().redeem(guid, offer, "a").status()).isEqualTo(201);
    assertThat(api().redeem(guid.toLowerCase(Locale.ROOT), offer, "a").status()).isEqualTo(201);

    assertThat(ops().get("/offers/" + offer).number("redeemed")).isEqualTo(1);
  }

  @Test
  void aBatchIsAnsweredItemByItem() {
    String offer = code("Batch");
    ops().offer(offer, ",\"limit\":3");
    var items = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      items.add(QuotaClient.item(UUID.randomUUID(), offer, "user-" + i, ""));
    }
    items.add(QuotaClient.item("nope", offer, "user", ""));
    items.add(QuotaClient.item(UUID.randomUUID(), "nowhere", "user", ""));

    var answer = api().batch(items);

    assertThat(answer.status()).as(answer.http().body()).isEqualTo(200);
    var statuses =
        answer
            .body()
            .path("items")
            .valueStream()
            .map(it -> it.path("http_status").asInt())
            .toList();
    assertThat(statuses).hasSize(7);
    assertThat(statuses.subList(0, 5)).filteredOn(it -> it == 201).hasSize(3);
    assertThat(statuses.subList(0, 5)).filteredOn(it -> it == 422).hasSize(2);
    assertThat(statuses.subList(5, 7)).containsExactly(422, 404);
    assertThat(answer.body().at("/items/5/errors/0/pointer").asString()).isEqualTo("/items/5/guid");
  }

  @Test
  void aBatchHasOneToAThousandItems() {
    String offer = code("Big");
    ops().offer(offer, "");
    var items = new ArrayList<String>();
    for (int i = 0; i < 1_000; i++) {
      items.add(QuotaClient.item(UUID.randomUUID(), offer, "user-" + i, ""));
    }
    var whole = api().batch(items);
    items.add(QuotaClient.item(UUID.randomUUID(), offer, "one-more", ""));

    assertThat(whole.status()).isEqualTo(200);
    assertThat(whole.body().path("items").valueStream())
        .allSatisfy(it -> assertThat(it.path("http_status").asInt()).isEqualTo(201));
    var tooMany = api().batch(items);
    assertThat(tooMany.status()).isEqualTo(422);
    assertThat(tooMany.pointers()).containsExactly("/items");
    assertThat(api().post("/redemptions/batch", "{\"items\":[]}").status()).isEqualTo(422);
    assertThat(api().post("/redemptions/batch", "{}").pointers()).containsExactly("/items");
    assertThat(api().post("/redemptions/batch", "{\"items\":[null]}").status()).isEqualTo(200);
  }

  @Test
  void rolesAreKept() {
    String offer = code("Role");
    var customer = new QuotaClient("http://localhost:" + port, CUSTOMER);
    var nobody = new QuotaClient("http://localhost:" + port, "nonsense");

    assertThat(api().offer(offer, "").status()).as("service makes no offers").isEqualTo(403);
    assertThat(customer.offer(offer, "").status()).isEqualTo(403);
    assertThat(nobody.offer(offer, "").status()).isEqualTo(401);
    ops().offer(offer, "");
    assertThat(customer.get("/offers/" + offer).status()).isEqualTo(403);
    assertThat(customer.redeem(UUID.randomUUID(), offer, "alice").status()).isEqualTo(403);
    assertThat(customer.reverse(UUID.randomUUID()).status()).isEqualTo(403);
    assertThat(customer.get("/quota/reconciliation").status()).isEqualTo(403);
    assertThat(api().get("/quota/reconciliation").status()).isEqualTo(403);
    assertThat(customer.post("/offers/" + offer + "/check", "{}").status()).isEqualTo(403);
  }

  @Test
  void theLogIsReadPageByPageAndOnlyWithItsOwnCursor() {
    String offer = code("Pages");
    ops().offer(offer, "");
    for (int i = 0; i < 12; i++) {
      api().redeem(UUID.randomUUID(), offer, "user-" + i);
    }
    org.awaitility.Awaitility.await()
        .atMost(java.time.Duration.ofSeconds(20))
        .until(
            () ->
                ops()
                        .get("/offers/" + offer + "/log?limit=100")
                        .body()
                        .path("items")
                        .valueStream()
                        .filter(it -> it.path("type").asString().endsWith("redeemed"))
                        .count()
                    == 12);

    var guids = new ArrayList<String>();
    String cursor = "";
    do {
      var page = ops().get("/offers/" + offer + "/log?limit=5" + cursor);
      page.body()
          .path("items")
          .valueStream()
          .filter(it -> it.path("type").asString().endsWith("redeemed"))
          .forEach(it -> guids.add(it.path("guid").asString()));
      String next = page.body().path("next_cursor").asString("");
      cursor = next.isEmpty() ? "" : "&cursor=" + next;
    } while (!cursor.isEmpty());

    assertThat(guids).hasSize(12).doesNotHaveDuplicates();
    assertThat(ops().get("/offers/" + offer + "/log?cursor=xx").code()).isEqualTo("bad_cursor");
    assertThat(ops().get("/offers/" + offer + "/log?limit=0").status()).isEqualTo(400);
  }

  @Test
  void anOfferIsCheckedAgainstAnOrder() {
    String offer = code("Check");
    ops()
        .put(
            "/offers/" + offer,
            """
            {"discount":{"percent":20},"per_user_limit":1,"limit":2,"conditions":
            {"minimum_subtotal":{"amount":1000,"currency":"EUR"},"restaurant_ids":["r1"],
            "first_order_only":true,"max_discount":{"amount":500,"currency":"EUR"}}}
            """);

    var yes = check(offer.toLowerCase(Locale.ROOT), "alice", "r1", 1000, "EUR", true);
    assertThat(yes.body().path("applicable").asBoolean()).as(yes.http().body()).isTrue();
    assertThat(yes.text("offer_id")).isEqualTo(offer);
    assertThat(yes.body().at("/discount/percent").asInt()).isEqualTo(20);
    assertThat(yes.body().at("/max_discount/amount").asInt()).isEqualTo(500);
    assertThat(check(offer, "alice", "r1", 999, "EUR", true).code()).isEqualTo("condition");
    assertThat(check(offer, "alice", "r2", 1000, "EUR", true).code()).isEqualTo("condition");
    assertThat(check(offer, "alice", "r1", 1000, "USD", true).code()).isEqualTo("condition");
    assertThat(check(offer, "alice", "r1", 1000, "EUR", false).code()).isEqualTo("condition");
    var unknown = check("nowhere", "alice", "r1", 1000, "EUR", true);
    assertThat(unknown.status()).isEqualTo(200);
    assertThat(unknown.code()).isEqualTo("unknown");

    api().redeem(UUID.randomUUID(), offer, "alice");
    assertThat(check(offer, "alice", "r1", 1000, "EUR", true).code()).isEqualTo("user_limit");
    UUID last = UUID.randomUUID();
    api().redeem(last, offer, "bob");
    assertThat(check(offer, "carol", "r1", 1000, "EUR", true).code()).isEqualTo("exhausted");
    api().reverse(last);
    assertThat(check(offer, "carol", "r1", 1000, "EUR", true).status()).isEqualTo(200);
    assertThat(check(offer, "carol", "r1", 1000, "EUR", true).code()).isEmpty();
  }

  private QuotaClient.Answer check(
      String offer, String user, String restaurant, int amount, String currency, boolean first) {
    return api()
        .post(
            "/offers/" + offer + "/check",
            """
            {"user_id":"%s","restaurant_id":"%s","subtotal":{"amount":%d,"currency":"%s"},
             "first_order":%s}
            """
                .formatted(user, restaurant, amount, currency, first));
  }
}
