package dev.plaza.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plaza.gateway.routing.PartRoute;
import dev.plaza.gateway.routing.RouteTable;
import dev.plaza.ratelimit.policy.OnStoreFailure;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;

/// The configured policies: those that ship, and those that must keep a gateway from starting.
class LimitsPropertiesTests {

  private static LimitsProperties bound(Map<String, Object> properties, boolean sandbox)
      throws IOException {
    var environment = new StandardEnvironment();
    List<PropertySource<?>> files =
        new YamlPropertySourceLoader().load("yaml", new ClassPathResource("application.yaml"));
    environment.getPropertySources().addFirst(files.getFirst());
    if (sandbox) {
      environment.getPropertySources().addFirst(files.getLast());
    }
    environment
        .getPropertySources()
        .addFirst(new org.springframework.core.env.MapPropertySource("test", properties));
    return new Binder(ConfigurationPropertySources.get(environment))
        .bind("plaza.limits", LimitsProperties.class)
        .get();
  }

  private static Policy policy(Policies policies, String id) {
    return policies.all().stream().filter(it -> it.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void coverEveryRoute() throws IOException {
    Policies policies = bound(Map.of(), false).configured();

    for (PartRoute route : RouteTable.all()) {
      if (!route.id().equals("gateway-keys")) {
        assertThat(policies.all())
            .as(route.id())
            .anyMatch(
                it -> it.match().route() != null && RouteNames.matchedBy(it).contains(route.id()));
      }
    }
  }

  @Test
  void closePaymentsAndAdministrationWithoutRedis() throws IOException {
    Policies policies = bound(Map.of(), false).configured();

    assertThat(policies.all())
        .filteredOn(it -> it.onStoreFailure() == OnStoreFailure.CLOSED)
        .extracting(Policy::id)
        .containsExactlyInAnyOrder(
            "checkout", "policies", "import", "reviews", "board", "notification-ops");
    assertThat(policy(policies, "checkout").strict()).isTrue();
  }

  @Test
  void areAHundredTimesAsGenerousInTheSandbox() throws IOException {
    Policies production = bound(Map.of(), false).configured();
    Policies sandbox = bound(Map.of(), true).configured();

    for (Policy it : production.all()) {
      Policy there = policy(sandbox, it.id());
      assertThat(there.burst()).isEqualTo(100 * it.burst());
      assertThat(java.util.Objects.requireNonNull(there.rate()).perSecond())
          .isEqualTo(100 * java.util.Objects.requireNonNull(it.rate()).perSecond());
    }
  }

  /// R01 and its kin: said at start, with the policy and the field.
  @ParameterizedTest
  @CsvSource({
    "rate, 3, burst, 1, burst",
    "rate, 0, burst, 1, rate",
    "rate, 1, burst, -1, burst",
    "rate, 1, cost, 2, burst",
    "rate, 1, per, soon, per",
    "rate, 1, on-store-failure, maybe, on_store_failure",
    "rate, 1, match.role, king, match.role",
    "rate, 1, match.method, FETCH, match.method",
    "rate, 1, match.route, /order/{id, match.route",
    "quota.limit, 5, quota.zone, Mars/Base, quota.zone"
  })
  void refuseTheAbsurd(String one, String first, String other, String second, String field)
      throws IOException {
    var properties = new HashMap<String, Object>();
    properties.put("plaza.limits.policies.odd." + one, first);
    properties.put("plaza.limits.policies.odd." + other, second);
    if (field.equals("burst") && one.equals("rate") && other.equals("cost")) {
      properties.put("plaza.limits.policies.odd.burst", "1");
    }
    LimitsProperties bound = bound(properties, false);

    assertThatThrownBy(bound::configured).hasMessageContaining("policy odd: " + field);
  }

  @Test
  void refuseWhatIsNoNumberAtAll() {
    assertThatThrownBy(() -> bound(Map.of("plaza.limits.policies.odd.rate", "NaN"), false))
        .isInstanceOf(BindException.class)
        .rootCause()
        .isNotNull();
  }
}
