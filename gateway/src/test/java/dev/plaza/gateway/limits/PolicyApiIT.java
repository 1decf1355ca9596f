package dev.plaza.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.gateway.GatewayUnderTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The control API: what operators may do, and what nobody may put into force.
class PolicyApiIT extends GatewayUnderTest {

  private HttpResponse<String> put(String id, String body) {
    return send(
        as("/limits/policies/" + id, "olga", "ops")
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> get(String path) {
    return send(as("/limits/policies" + path, "olga", "ops"));
  }

  private HttpResponse<String> delete(String id) {
    return send(as("/limits/policies/" + id, "olga", "ops").DELETE());
  }

  @Test
  void storesShowsReplacesAndDeletes() {
    HttpResponse<String> put =
        put(
            "night-orders",
            """
            {"match":{"route":"order","method":"POST","role":"customer","tenant":null},"key":"user",
             "rate":2.5,"per":"1m","burst":5,"cost":2,
             "quota":{"limit":100,"window":"day","zone":"Europe/Vienna"},
             "on_store_failure":"closed","strict":false,"shadow":true,"unknown":1}""");

    assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
    JsonNode stored = json(put);
    assertThat(stored.at("/id").asString()).isEqualTo("night-orders");
    assertThat(stored.at("/rate").asDouble()).isEqualTo(2.5);
    assertThat(stored.at("/per").asString()).isEqualTo("1m");
    assertThat(stored.at("/quota/zone").asString()).isEqualTo("Europe/Vienna");
    assertThat(stored.at("/on_store_failure").asString()).isEqualTo("closed");
    assertThat(stored.at("/routes").valueStream().map(JsonNode::asString))
        .contains("order", "order-checkout")
        .doesNotContain("catalog");
    long version = stored.at("/version").asLong();
    assertThat(json(get("/night-orders"))).isEqualTo(stored);
    assertThat(ids(json(get("")))).first().isEqualTo("night-orders");
    assertThat(ids(json(get("?limit=100")))).contains("night-orders", "address", "checkout");

    JsonNode replaced = json(put("night-orders", "{\"rate\":3,\"burst\":3}"));
    assertThat(replaced.at("/version").asLong()).isGreaterThan(version);
    assertThat(replaced.at("/quota").isNull()).isTrue();

    assertThat(delete("night-orders").statusCode()).isEqualTo(204);
    assertThat(get("/night-orders").statusCode()).isEqualTo(404);
    assertThat(delete("night-orders").statusCode()).isEqualTo(404);
  }

  private static List<String> ids(JsonNode page) {
    return page.at("/items").valueStream().map(it -> it.at("/id").asString()).toList();
  }

  @Test
  void listsPageByPage() {
    List<String> all = ids(json(get("?limit=100")));
    var paged = new ArrayList<String>();
    String cursor = "";
    do {
      JsonNode page = json(get("?limit=7" + (cursor.isEmpty() ? "" : "&cursor=" + cursor)));
      paged.addAll(ids(page));
      cursor = page.at("/next_cursor").asString("");
    } while (!cursor.isEmpty());

    assertThat(all).hasSizeGreaterThan(20).doesNotHaveDuplicates();
    assertThat(paged).isEqualTo(all);
    JsonNode first = json(get(""));
    assertThat(ids(first)).isEqualTo(all.subList(0, 20));
    assertThat(first.at("/next_cursor").isString()).isTrue();
  }

  @Test
  void refusesLimitsAndCursorsThatAreNone() {
    String cursor = json(get("?limit=1")).at("/next_cursor").asString();
    String other = (cursor.startsWith("A") ? "B" : "A") + cursor.substring(1);
    for (String it : List.of("?limit=0", "?limit=101", "?limit=x", "?limit=1.5")) {
      assertThat(get(it).statusCode()).as(it).isEqualTo(400);
      assertThat(json(get(it)).at("/errors/0/pointer").asString()).as(it).isEqualTo("limit");
    }
    for (String it : List.of("x", "%20", other, cursor + "A", "A".repeat(5_000))) {
      assertThat(json(get("?cursor=" + it)).at("/code").asString()).as(it).isEqualTo("bad_cursor");
    }
    assertThat(get("?cursor=" + cursor).statusCode()).isEqualTo(200);
  }

  @Test
  void takesAConfiguredPolicyAwayAndPutsItBack() {
    JsonNode configured = json(get("/unsubscribe"));
    assertThat(configured.at("/burst").asLong()).isEqualTo(2_000);

    assertThat(delete("unsubscribe").statusCode()).isEqualTo(204);
    assertThat(get("/unsubscribe").statusCode()).isEqualTo(404);
    assertThat(put("unsubscribe", configured.toString()).statusCode()).isEqualTo(200);
    assertThat(json(get("/unsubscribe")).at("/burst").asLong()).isEqualTo(2_000);
  }

  @Test
  void isForOperatorsOnly() {
    for (String path : List.of("/limits/policies", "/limits/policies/address")) {
      assertThat(send(request(path)).statusCode()).isEqualTo(401);
      assertThat(send(as(path, "alice", "customer", "service")).statusCode()).isEqualTo(403);
      assertThat(send(as(path, "alice")).statusCode()).isEqualTo(403);
    }
    assertThat(
            send(as("/limits/policies/x", "alice", "customer").PUT(BodyPublishers.ofString("{")))
                .statusCode())
        .isEqualTo(403);
    assertThat(send(as("/limits/policies/address", "alice", "courier").DELETE()).statusCode())
        .isEqualTo(403);
    assertThat(send(request("/limits/policies/x").DELETE()).statusCode()).isEqualTo(401);
    assertThat(get("/address").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{}", "{\"route\":\"gateway-limits\"}", "{\"route\":\"/limits/policies/{id}\"}"})
  void leavesTheWayBackOpenWhateverIsPut(String match) {
    String id = "shut-out";
    assertThat(
            put(id, "{\"rate\":1,\"burst\":0,\"key\":\"ip\",\"match\":" + match + "}").statusCode())
        .isEqualTo(200);

    assertThat(get("/" + id).statusCode()).isEqualTo(200);
    assertThat(delete(id).statusCode()).isEqualTo(204);
    assertThat(get("/" + id).statusCode()).isEqualTo(404);
  }

  @Test
  void tellsNobodyToWaitWhoIsLetThrough() {
    put("shut-out", "{\"rate\":1,\"per\":\"1h\",\"burst\":1,\"key\":\"user\"}");

    for (int i = 0; i < 3; i++) {
      HttpResponse<String> answer = get("/shut-out");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Retry-After")).isEmpty();
      assertThat(answer.headers().firstValue("X-RateLimit-Remaining")).contains("0");
    }
    assertThat(delete("shut-out").statusCode()).isEqualTo(204);
  }

  /// An operator whose token has run out needs another, to take the policy back.
  @Test
  void givesTokensOutWhateverIsPut() {
    put("shut-out", "{\"rate\":1,\"burst\":0,\"key\":\"ip\"}");

    HttpResponse<String> token = token();
    HttpResponse<String> other = send(authorized("/restaurants"));
    assertThat(delete("shut-out").statusCode()).isEqualTo(204);
    assertThat(token.statusCode()).as(token.body()).isEqualTo(200);
    assertThat(token.headers().firstValue("Retry-After")).isEmpty();
    assertThat(other.statusCode()).isEqualTo(429);
  }

  @Test
  void limitsTokensWhereItIsPutSo() {
    put(
        "few-tokens",
        """
        {"rate":1,"per":"1h","burst":1,"key":"ip","match":{"route":"gateway-token"}}""");

    List<Integer> given = List.of(token().statusCode(), token().statusCode());
    assertThat(delete("few-tokens").statusCode()).isEqualTo(204);
    assertThat(given).containsExactly(200, 429);
  }

  private HttpResponse<String> token() {
    return send(
        request("/sandbox/token")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"sub\":\"olga\",\"roles\":[\"ops\"]}")));
  }

  @Test
  void leavesTheWayBackOpenToOperatorsOnly() {
    put("shut-out", "{\"rate\":1,\"burst\":0,\"key\":\"user\",\"match\":{\"role\":\"courier\"}}");

    HttpResponse<String> refused = send(as("/limits/policies", "carl", "courier"));
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).contains("60");
    assertThat(delete("shut-out").statusCode()).isEqualTo(204);
  }

  @Test
  void knowsNoOtherMethodsAndPaths() {
    HttpResponse<String> post =
        send(as("/limits/policies", "olga", "ops").POST(BodyPublishers.ofString("{}")));
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("Allow").orElseThrow()).contains("GET");
    assertThat(send(as("/limits", "olga", "ops")).statusCode()).isEqualTo(404);
    assertThat(send(as("/limits/nix", "olga", "ops")).statusCode()).isEqualTo(404);
  }

  @Test
  void isPartOfTheJoinedDocumentation() {
    JsonNode document = json(send(request("/openapi")));

    assertThat(document.at("/paths").propertyNames())
        .contains("/limits/policies", "/limits/policies/{id}");
    assertThat(document.at("/components/schemas").propertyNames()).contains("LimitPolicy");
  }
}
