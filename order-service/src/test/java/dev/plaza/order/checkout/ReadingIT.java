package dev.plaza.order.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.infra.TestTokens;
import dev.plaza.order.Api;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/// Lists, versions, the audit trail, the live stream, and requests that make no sense.
@OnCheckoutServers
class ReadingIT {

  @Autowired private Walk walk;
  @LocalServerPort private int port;

  @Test
  void pagesShowEachOrderOnceThoughNewOnesArrive() {
    var shop = walk.shop();
    var name = "pager-" + Walk.key();
    var bob = walk.customer(name);
    var placed = new ArrayList<String>();
    for (int i = 0; i < 7; i++) {
      placed.addFirst(walk.order(bob, shop, "pm_card_visa").text("/id"));
    }

    var seen = new ArrayList<String>();
    String cursor = null;
    do {
      var page = bob.get("/orders?limit=3" + (cursor == null ? "" : "&cursor=" + cursor));
      seen.addAll(page.body().at("/items").findValuesAsString("id"));
      cursor = page.body().at("/next_cursor").isNull() ? null : page.text("/next_cursor");
      walk.order(bob, shop, "pm_card_visa");
    } while (cursor != null);

    assertThat(seen).containsExactlyElementsOf(placed);
  }

  @Test
  void aCursorIsForItsCallerAndItsFilter() {
    var shop = walk.shop();
    var bob = walk.customer("cursor-" + Walk.key());
    walk.order(bob, shop, "pm_card_visa");
    walk.order(bob, shop, "pm_card_visa");
    var cursor = bob.get("/orders?limit=1").text("/next_cursor");

    assertThat(bob.get("/orders?limit=1&cursor=" + cursor).status()).isEqualTo(200);
    for (var foreign :
        List.of(
            walk.customer("mallory").get("/orders?cursor=" + cursor),
            bob.get("/orders?status=CAPTURED&cursor=" + cursor),
            bob.get("/orders?cursor=" + cursor.substring(1)),
            bob.get("/orders?cursor=%00"))) {
      assertThat(foreign.status()).isEqualTo(400);
      assertThat(foreign.text("/code")).isEqualTo("bad_cursor");
    }
  }

  @Test
  void listsAreFilteredByStatus() {
    var shop = walk.shop();
    var bob = walk.customer("filter-" + Walk.key());
    var open = walk.ordered(bob, shop, "pm_card_visa", "AWAITING_RESTAURANT");
    var failed = walk.ordered(bob, shop, "pm_card_declined", "PAYMENT_FAILED");

    assertThat(ids(bob, "?status=AWAITING_RESTAURANT")).containsExactly(open);
    assertThat(ids(bob, "?status=PAYMENT_FAILED")).containsExactly(failed);
    assertThat(ids(bob, "?status=PAYMENT_FAILED,AWAITING_RESTAURANT"))
        .containsExactly(failed, open);
    assertThat(ids(walk.staff(shop), "?status=AWAITING_RESTAURANT")).containsExactly(open);
    var wrong = bob.get("/orders?status=EATEN");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.text("/errors/0/pointer")).isEqualTo("status");
  }

  private static List<String> ids(Api.Client client, String query) {
    return client.get("/orders" + query).body().at("/items").findValuesAsString("id");
  }

  @Test
  void anUnchangedOrderIsNotSentAgain() {
    var shop = walk.shop();
    var bob = walk.customer("bob");
    var id = walk.ordered(bob, shop, "pm_card_visa", "AWAITING_RESTAURANT");
    var tag = bob.get("/order/" + id).header("ETag").orElseThrow();

    assertThat(bob.send("GET", "/order/" + id, null, "If-None-Match", tag).status()).isEqualTo(304);
    Walk.ok(walk.staff(shop).post(Walk.path(id, "accept"), "{}"));
    assertThat(bob.send("GET", "/order/" + id, null, "If-None-Match", tag).status()).isEqualTo(200);
  }

  @Test
  void theTrailHasNoGapsAndIsReadInPages() {
    var shop = walk.shop();
    var bob = walk.customer("bob");
    var id = walk.captured(bob, shop, "carl");
    long version = walk.see(id).number("/version");

    var seqs = new ArrayList<Long>();
    String cursor = "";
    while (cursor != null) {
      var page = bob.get(Walk.path(id, "events") + "?limit=4" + cursor);
      page.body().at("/items").forEach(it -> seqs.add(it.path("seq").asLong()));
      var next = page.body().at("/next_cursor");
      cursor = next.isNull() ? null : "&cursor=" + next.asString();
    }

    assertThat(seqs).hasSize((int) version);
    for (int i = 0; i < seqs.size(); i++) {
      assertThat(seqs.get(i)).isEqualTo(i + 1L);
    }
  }

  @Test
  void aStreamResumesWhereItWasDropped() throws Exception {
    var shop = walk.shop();
    var bob = walk.customer("streamer");
    var id = walk.ordered(bob, shop, "pm_card_visa", "AWAITING_RESTAURANT");
    try (var first = stream(id, null)) {
      first.awaits(1);
      assertThat(first.events.getFirst()).startsWith("3 resync");
      Walk.ok(walk.staff(shop).post(Walk.path(id, "accept"), "{}"));
      first.awaits(3);
    }
    Walk.ok(walk.staff(shop).post(Walk.path(id, "ready"), null));

    try (var again = stream(id, "4")) {
      again.awaits(2);
      assertThat(again.events).containsExactly("5 dispatch_requested", "6 ready_changed");
    }
    try (var unknown = stream(id, "99999")) {
      unknown.awaits(1);
      assertThat(unknown.events.getFirst()).startsWith("6 resync");
    }
  }

  private Stream stream(String id, @Nullable String last) throws IOException {
    return new Stream(port, id, last);
  }

  private static final class Stream implements AutoCloseable {
    final List<String> events = new CopyOnWriteArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpResponse<java.io.InputStream> response;

    Stream(int port, String id, @Nullable String last) throws IOException {
      var request =
          HttpRequest.newBuilder(
                  URI.create("http://localhost:" + port + "/order/" + id + "/stream"))
              .header("Authorization", "Bearer " + TestTokens.token("streamer", "customer"));
      if (last != null) {
        request.header("Last-Event-ID", last);
      }
      try {
        response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      Thread.ofVirtual().start(this::read);
    }

    private void read() {
      try (var lines =
          new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
        String id = "";
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith("id:")) {
            id = line.substring(3).trim();
          } else if (line.startsWith("event:")) {
            events.add(id + " " + line.substring(6).trim());
          }
        }
      } catch (IOException e) {
        events.size();
      }
    }

    void awaits(int number) {
      await().atMost(Duration.ofSeconds(10)).until(() -> events.size() >= number);
    }

    @Override
    public void close() {
      http.shutdownNow();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{|400",
        "[]|400",
        "{}|422",
        "{\"cart_id\":5,\"payment\":{\"method\":\"pm_card_visa\"}}|400",
        "{\"cart_id\":\"x\",\"payment\":{\"method\":\"pm_card_visa\"}}|404",
        "{\"cart_id\":\"x\",\"payment\":null}|422",
        "{\"cart_id\":\"x\",\"payment\":{}}|422",
        "{\"cart_id\":\"x\",\"payment\":{\"method\":\"4242424242424242\"}}|422",
        "{\"cart_id\":\"x\",\"payment\":{\"method\":\"pm_\\u0000\"}}|400",
        "{\"cart_id\":\"x\",\"payment\":{\"method\":\"pm_card_visa\"},\"accept_changes\":\"maybe\"}|400",
      })
  void ordersThatMakeNoSenseAreRefused(String body, int status) {
    var answer = walk.customer("eve").post("/order", body, "Idempotency-Key", Walk.key());

    assertThat(answer.status()).as(answer.body().toString()).isEqualTo(status);
    assertThat(answer.body().has("trace_id")).isTrue();
  }

  @Test
  void anOrderNeedsAKey() {
    var answer =
        walk.customer("eve")
            .post("/order", "{\"cart_id\":\"x\",\"payment\":{\"method\":\"pm_card_visa\"}}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text("/code")).isEqualTo("idempotency_key_required");
  }

  @Test
  void aKeyIsForOneBody() {
    var shop = walk.shop();
    var eve = walk.customer("eve");
    var key = Walk.key();
    var first = walk.wish(walk.quote(eve, shop), "pm_card_visa");
    var other = walk.wish(walk.quote(eve, shop), "pm_card_visa");
    assertThat(eve.post("/order", first, "Idempotency-Key", key).status()).isEqualTo(202);

    var reused = eve.post("/order", other, "Idempotency-Key", key);

    assertThat(reused.status()).isEqualTo(422);
    assertThat(reused.text("/code")).isEqualTo("idempotency_key_reused");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"amount\":\"abc\",\"reason\":\"x\",\"liable\":\"platform\"}",
        "{\"amount\":-5,\"reason\":\"x\",\"liable\":\"platform\"}",
        "{\"amount\":0,\"reason\":\"x\",\"liable\":\"platform\"}",
        "{\"amount\":1.5,\"reason\":\"x\",\"liable\":\"platform\"}",
        "{\"amount\":1e999,\"reason\":\"x\",\"liable\":\"platform\"}",
        "{\"amount\":99999999999999999999,\"reason\":\"x\",\"liable\":\"platform\"}",
        "{\"amount\":{\"amount\":\"5\"},\"reason\":\"x\",\"liable\":\"platform\"}",
        "{\"amount\":5,\"reason\":\"x\",\"liable\":\"nobody\"}",
        "{\"amount\":5,\"reason\":\"\",\"liable\":\"platform\"}",
        "{\"amount\":5,\"reason\":\"x\"}",
        "{\"amount\":{\"amount\":5,\"currency\":\"USD\"},\"reason\":\"x\",\"liable\":\"platform\"}",
      })
  void refundsThatMakeNoSenseAreRefused(String body) {
    var id = walk.ordered(walk.customer("eve"), walk.shop(), "pm_card_visa", "AWAITING_RESTAURANT");

    var answer = walk.ops().post(Walk.path(id, "refund"), body, "Idempotency-Key", Walk.key());

    assertThat(answer.status()).as(answer.body().toString()).isIn(400, 422);
    assertThat(walk.events(id)).doesNotContain("refund_requested");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "accept|{\"prep_minutes\":-1}|422",
        "accept|{\"prep_minutes\":1000000000000}|400",
        "accept|{\"prep_minutes\":\"ten\"}|400",
        "reject|{\"reason\":\"<script>alert(1)</script>\"}|422",
        "delay|{}|422",
        "delay|{\"minutes\":0}|422",
        "substitute|{\"items\":[]}|422",
        "substitute|{\"items\":[null]}|422",
        "substitute|{\"items\":[{\"line_id\":\"x\",\"quantity\":-1}]}|422",
        "substitute|{\"items\":[{\"line_id\":\"nope\",\"sku\":\"soup\"}]}|422",
      })
  void whatTheRestaurantCannotMeanIsRefused(String action, String body, int status) {
    var shop = walk.shop();
    var id = walk.ordered(walk.customer("eve"), shop, "pm_card_visa", "AWAITING_RESTAURANT");

    var answer = walk.staff(shop).post(Walk.path(id, action), body);

    assertThat(answer.status()).as(answer.body().toString()).isEqualTo(status);
    assertThat(answer.body().at("/errors")).isNotEmpty();
    assertThat(walk.see(id).text("/status")).isEqualTo("AWAITING_RESTAURANT");
  }

  @Test
  void anIllegalStepSaysWhereTheOrderIs() {
    var shop = walk.shop();
    var id = walk.ordered(walk.customer("eve"), shop, "pm_card_visa", "AWAITING_RESTAURANT");

    var answer = walk.staff(shop).post(Walk.path(id, "ready"), null);

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.text("/code")).isEqualTo("illegal_transition");
    assertThat(answer.text("/order_status")).isEqualTo("AWAITING_RESTAURANT");
  }
}
