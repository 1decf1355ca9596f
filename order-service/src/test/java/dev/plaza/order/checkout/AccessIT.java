package dev.plaza.order.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.infra.TestTokens;
import dev.plaza.order.Api;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/// Every endpoint as nobody, in the wrong role, and as somebody else of the right role.
@OnCheckoutServers
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessIT {

  private static final List<String> ROLES =
      List.of("customer", "restaurant", "courier", "ops", "service");

  @Autowired private Walk walk;
  @Autowired private Api api;

  private String order;
  private String shop;

  @BeforeAll
  void anOrderInProgress() {
    shop = walk.shop();
    order = walk.assigned(walk.customer("owner"), shop, "rider");
  }

  /// Somebody of that role who has nothing to do with the order.
  private Api.Client stranger(String role) {
    return api.as(
        role.equals("restaurant")
            ? TestTokens.restaurant("stranger", "another-shop")
            : TestTokens.token("stranger", role));
  }

  @ParameterizedTest
  @CsvSource({
    "POST,/order,customer",
    "GET,/orders,customer restaurant courier ops service",
    "GET,/order/{id},customer restaurant courier ops service",
    "GET,/order/{id}/events,customer restaurant courier ops service",
    "GET,/order/{id}/stream,customer restaurant courier ops service",
    "GET,/order/{id}/ledger,ops",
    "GET,/order/{id}/cancellation,customer ops",
    "POST,/order/{id}/cancel,customer ops",
    "POST,/order/{id}/refund,ops",
    "POST,/order/{id}/accept,restaurant",
    "POST,/order/{id}/reject,restaurant",
    "POST,/order/{id}/substitute,restaurant",
    "POST,/order/{id}/delay,restaurant",
    "POST,/order/{id}/ready,restaurant",
    "POST,/order/{id}/substitution,customer",
    "POST,/order/{id}/arrived,courier",
    "POST,/order/{id}/picked-up,courier",
    "POST,/order/{id}/delivered,courier",
    "POST,/order/{id}/undeliverable,courier",
    "GET,/risk/reviews,ops",
    "POST,/risk/reviews/{id},ops",
  })
  void isForItsRolesOnly(String method, String path, String roles) {
    var allowed = Set.of(roles.split(" "));
    var url = path.replace("{id}", order);

    assertThat(api.as(null).send(method, url, body(path)).status()).as("nobody").isEqualTo(401);
    assertThat(api.as("abc").send(method, url, body(path)).status()).as("nonsense").isEqualTo(401);
    for (var role : ROLES) {
      if (role.equals("ops") && allowed.contains(role)) {
        // There is no order that is not theirs.
        continue;
      }
      var answer = send(stranger(role), method, url, body(path));
      if (!allowed.contains(role)) {
        assertThat(answer.status()).as(role).isEqualTo(403);
        assertThat(answer.text("/code")).isEqualTo("forbidden");
      } else if (path.contains("{id}") && !role.equals("service")) {
        assertThat(answer.status()).as("another " + role).isEqualTo(404);
      }
    }
    assertThat(walk.see(order).text("/status")).isEqualTo("COURIER_ASSIGNED");
  }

  private static Api.Answer send(Api.Client client, String method, String url, String body) {
    // A stream that may be seen does not end by itself.
    if (url.endsWith("/stream")) {
      return client.send(method, url.replace("/stream", "/events"), null);
    }
    return client.send(method, url, body, "Idempotency-Key", Walk.key());
  }

  private static String body(String path) {
    String action = path.substring(path.lastIndexOf('/') + 1);
    return switch (action) {
      case "order" ->
          """
          {"cart_id":"00000000-0000-7000-8000-000000000000","payment":{"method":"pm_card_visa"}}
          """;
      case "refund" -> "{\"amount\":1000000000,\"reason\":\"x\",\"liable\":\"platform\"}";
      case "substitute" -> "{\"items\":[{\"line_id\":\"x\"}]}";
      case "substitution" -> "{\"decision\":\"approve\"}";
      case "delay" -> "{\"minutes\":5}";
      case "delivered" -> "{\"code\":\"0000\"}";
      case "undeliverable" -> "{\"reason\":\"nobody\"}";
      case "{id}" -> path.contains("risk") ? "{\"decision\":\"approve\"}" : null;
      case "cancel", "accept", "reject" -> "{}";
      default -> null;
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "00000000-0000-7000-8000-000000000000", "%00", "../actuator"})
  void whatDoesNotExistIsNotFound(String id) {
    assertThat(walk.customer("owner").get("/order/" + id).status()).isIn(400, 401, 404);
    assertThat(walk.ops().get("/order/" + id + "/ledger").status()).isIn(400, 401, 404);
  }

  @Test
  void everybodySeesTheirOwnList() {
    assertThat(ids(walk.customer("owner"))).contains(order);
    assertThat(ids(walk.staff(shop))).containsExactly(order);
    assertThat(ids(walk.courier("rider"))).containsExactly(order);
    assertThat(ids(walk.ops())).contains(order);
    assertThat(ids(stranger("customer"))).isEmpty();
    assertThat(ids(stranger("restaurant"))).isEmpty();
    assertThat(ids(stranger("courier"))).isEmpty();
  }

  private static List<String> ids(Api.Client client) {
    return client.get("/orders?limit=100").body().at("/items").findValuesAsString("id");
  }

  @Test
  void theCodeIsForTheCustomerOnly() {
    assertThat(walk.customer("owner").get("/order/" + order).text("/delivery/code"))
        .matches("\\d{4}");
    for (var client : List.of(walk.courier("rider"), walk.staff(shop), walk.ops())) {
      assertThat(client.get("/order/" + order).body().at("/delivery").has("code")).isFalse();
    }
  }

  @Test
  void theCodeCannotBeFoundByTrying() {
    var id = walk.assigned(walk.customer("owner"), shop, "guesser");
    Walk.ok(walk.courier("guesser").post(Walk.path(id, "picked-up"), null));
    var code = walk.customer("owner").get("/order/" + id).text("/delivery/code");
    var wrong = code.equals("1234") ? "4321" : "1234";
    for (int i = 0; i < 5; i++) {
      var answer = deliver(id, "{\"code\":\"" + wrong + "\"}");
      assertThat(answer.status()).isEqualTo(422);
      assertThat(answer.text("/code")).isEqualTo("wrong_code");
    }

    assertThat(deliver(id, "{\"code\":\"" + code + "\"}").text("/code")).isEqualTo("code_locked");
    assertThat(deliver(id, "{}").status()).isEqualTo(422);
    assertThat(deliver(id, "{\"photo\":\"photos/door.jpg\"}").status()).isEqualTo(200);
    walk.awaits(id, "CAPTURED");
  }

  private Api.Answer deliver(String id, String body) {
    return walk.courier("guesser").post(Walk.path(id, "delivered"), body);
  }
}
