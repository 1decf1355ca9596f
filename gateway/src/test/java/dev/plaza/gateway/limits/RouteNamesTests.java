package dev.plaza.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.gateway.routing.PartRoute;
import dev.plaza.gateway.routing.RouteTable;
import dev.plaza.ratelimit.policy.Match;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.PathContainer;

class RouteNamesTests {

  private static Policy policy(String id, String route) {
    return Policy.named(id).match(Match.route(route)).rate(1, Duration.ofSeconds(1)).build();
  }

  private static PartRoute route(PathContainer path) {
    return java.util.Objects.requireNonNull(RouteTable.find(path));
  }

  @Test
  void areThePartAndThePathsThatPoliciesName() {
    var names = new RouteNames();
    names.use(
        Policies.of(
            policy("a", "/order/{id}/refund"), policy("b", "/order/**"), policy("c", "order")));
    var refund = PathContainer.parsePath("/order/1/refund");
    var cart = PathContainer.parsePath("/cart");

    assertThat(names.of(route(refund), refund))
        .containsExactlyInAnyOrder("order", "/order/{id}/refund", "/order/**");
    assertThat(names.of(route(cart), cart)).containsExactly("order");
  }

  @Test
  void tellWhichRoutesAPolicyConcerns() {
    assertThat(RouteNames.matchedBy(policy("a", "catalog")))
        .containsExactly("catalog-import", "catalog");
    assertThat(RouteNames.matchedBy(policy("a", "catalog-*"))).containsExactly("catalog-import");
    assertThat(RouteNames.matchedBy(policy("a", "/order/{id}/refund"))).contains("order-checkout");
    assertThat(RouteNames.matchedBy(policy("a", "nix"))).isEmpty();
  }

  @Test
  void findPathsThatAreNone() {
    assertThat(RouteNames.flaw(Match.route("/order/{id"))).isNotNull();
    assertThat(RouteNames.flaw(Match.route("/" + "x".repeat(300)))).isNotNull();
    assertThat(RouteNames.flaw(Match.route("/order/{id}"))).isNull();
    assertThat(RouteNames.flaw(Match.route("order"))).isNull();
  }
}
