package dev.plaza.ratelimit.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Absurd policies are refused, with the field named; sound ones survive being written down.
class PolicyTests {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private static List<String> flawsOf(String json) {
    return flaws(catchThrowableOfType(InvalidPolicy.class, () -> PolicyJson.read(json)));
  }

  private static List<String> flaws(InvalidPolicy invalid) {
    return invalid.flaws().stream().map(InvalidPolicy.Flaw::field).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'id':'p','rate':0}|rate",
        "{'id':'p','rate':-1}|rate",
        "{'id':'p','rate':9223372036854775807}|rate",
        "{'id':'p'}|rate",
        "{'id':'p','rate':10,'burst':2,'cost':3}|burst",
        "{'id':'p','rate':3,'burst':1}|burst",
        "{'id':'p','rate':1,'burst':-1}|burst",
        "{'id':'p','rate':1,'burst':9007199254740991}|burst",
        "{'id':'p','rate':1,'per':'366d','burst':5}|burst",
        "{'id':'p','rate':1,'cost':0}|cost",
        "{'id':'p','rate':1,'per':'0s'}|per",
        "{'id':'p','rate':1,'per':'soon'}|per",
        "{'id':'p','rate':1,'per':'-PT1S'}|per",
        "{'id':'p','rate':1,'key':'shoe'}|key",
        "{'id':'p','rate':1,'on_store_failure':'ajar'}|on_store_failure",
        "{'id':'p','rate':1,'scope':'shared:'}|scope",
        "{'id':'p','rate':1,'scope':'everything'}|scope",
        "{'id':'p','rate':1,'anonymous':'who'}|anonymous",
        "{'id':'p','rate':1,'regions':'shares','shares':{'eu':5000}}|regions",
        "{'id':'p','quota':{'window':'day','zone':'UTC'}}|quota.limit",
        "{'id':'p','quota':{'limit':5,'window':'fortnight'}}|quota.window",
        "{'id':'p','quota':{'limit':5,'window':'day','zone':'Mars/Base'}}|quota.zone",
        "{'id':'p','quota':{'limit':5},'cost':6}|quota.limit",
        "{'id':'p','quota':{'limit':5},'burst':-1}|burst",
        "{'id':'p','quota':{'limit':5},'burst':0}|burst",
        "{'rate':1}|id",
        "{'id':'a\\r\\nX-Evil: 1','rate':1}|id"
      })
  void namesTheFieldThatIsAbsurd(String json, String field) {
    assertThat(flawsOf(json.replace('\'', '"'))).containsExactly(field);
  }

  @Test
  void namesEveryFlawAtOnce() {
    assertThat(flawsOf("{\"id\":\"p\",\"rate\":0,\"key\":\"x\",\"per\":\"x\"}"))
        .containsExactlyInAnyOrder("per", "rate", "key");
  }

  @Test
  void refusesNumbersThatAreNone() {
    var builder = Policy.named("p");
    for (var rate : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 0, -1}) {
      assertThatThrownBy(() -> builder.rate(rate, SECOND))
          .isInstanceOf(InvalidPolicy.class)
          .hasMessageContaining("policy p: rate");
    }
  }

  /// R01: no order of reading lets an absurd pair through, and a burst of nothing denies.
  @Test
  void refusesABurstBelowTheRateButNotAnEmptyOne() {
    assertThatThrownBy(() -> Policy.named("p").rate(3, SECOND).burst(1).build())
        .hasMessageContaining("policy p: burst");
    assertThatThrownBy(() -> Policy.named("p").burst(1).rate(3, SECOND).build())
        .hasMessageContaining("policy p: burst");
    assertThat(Policy.named("p").rate(3, SECOND).burst(0).build().burst()).isZero();
  }

  @Test
  void refusesTheSameIdTwice() {
    var policy = Policy.named("p").rate(1, SECOND).build();
    var invalid = catchThrowableOfType(InvalidPolicy.class, () -> Policies.of(policy, policy));
    assertThat(flaws(invalid)).containsExactly("id");
  }

  @Test
  void readsAConfigurationAndNamesAllThatIsWrongInIt() {
    var good = PolicyDocument.of(Policy.named("good").rate(1, SECOND).build());
    var invalid =
        catchThrowableOfType(
            InvalidPolicy.class,
            () ->
                Policies.read(
                    List.of(good.stored("a", 1L), good.stored("", null), good.stored("%", null))));
    assertThat(flaws(invalid)).containsExactly("id", "id");
    assertThat(Policies.read(List.of(good)).all()).hasSize(1);
  }

  @Test
  void survivesBeingWrittenDown() {
    var policies =
        List.of(
            Policy.named("plain").rate(100, Duration.ofMinutes(1)).build(),
            Policy.named("slow").rate(0.1, SECOND).burst(1).build(),
            Policy.named("all")
                .match(new Match("/order*", "post", "customer", "acme"))
                .key(KeyBy.TENANT)
                .rate(10, Duration.ofMillis(1500))
                .burst(50)
                .cost(2)
                .quota(1000, Quota.Window.MONTH, ZoneId.of("Europe/Vienna"))
                .onStoreFailure(OnStoreFailure.CLOSED)
                .strict()
                .shadow()
                .scope(new Scope.Shared("orders"))
                .anonymous(Anonymous.REFUSE)
                .build(),
            Policy.named("shared")
                .rate(10, SECOND)
                .scope(Scope.PER_ROUTE)
                .regions(new Regions.Shares(Map.of("eu", 7000, "us", 3000)))
                .build());
    for (var policy : policies) {
      assertThat(PolicyJson.read(PolicyJson.write(policy))).isEqualTo(policy);
    }
    assertThat(PolicyDocument.of(policies.get(0)).rate()).isEqualByComparingTo("100");
    assertThat(PolicyDocument.of(policies.get(0)).per()).isEqualTo("1m");
    assertThat(PolicyJson.write(policies.get(1))).contains("\"rate\":0.1", "\"per\":\"1s\"");
  }

  @Test
  void keepsRatesExact() {
    assertThat(Rate.of(3, SECOND)).isEqualTo(new Rate(3, 1_000_000));
    assertThat(Rate.of(6, Duration.ofSeconds(2))).isEqualTo(new Rate(3, 1_000_000));
    assertThat(Rate.of(new BigDecimal("0.1"), SECOND)).isEqualTo(new Rate(1, 10_000_000));
    assertThat(Rate.of(1_000_000_000, SECOND)).isEqualTo(new Rate(1000, 1));
    assertThat(Rate.of(0.3, Duration.ofDays(1))).isEqualTo(new Rate(1, 288_000_000_000L));
  }

  @Test
  void matchesByRouteMethodRoleAndTenant() {
    var match = new Match("order*", "POST", "customer", "acme");
    assertThat(match.matches("order-cancel", "post", java.util.Set.of("customer"), "acme"))
        .isTrue();
    assertThat(match.matches("orders", "GET", java.util.Set.of("customer"), "acme")).isFalse();
    assertThat(match.matches("cart", "POST", java.util.Set.of("customer"), "acme")).isFalse();
    assertThat(match.matches("order", "POST", java.util.Set.of("courier"), "acme")).isFalse();
    assertThat(match.matches("order", "POST", java.util.Set.of("customer"), null)).isFalse();
    var reads = new Match("order", "get", null, null);
    assertThat(reads.matches("order", "HEAD", java.util.Set.of(), null)).isTrue();
    assertThat(reads.matches("order", "OPTIONS", java.util.Set.of(), null)).isFalse();
    var heads = new Match("order", "HEAD", null, null);
    assertThat(heads.matches("order", "GET", java.util.Set.of(), null)).isFalse();
    assertThat(Match.ALL.matches("x", "PUT", java.util.Set.of(), null)).isTrue();
    var byPath = Match.route("/order/{id}");
    assertThat(
            byPath.matches(
                "order", java.util.Set.of("/order/{id}"), "GET", java.util.Set.of(), null))
        .isTrue();
    assertThat(
            byPath.matches("order", java.util.Set.of("/orders"), "GET", java.util.Set.of(), null))
        .isFalse();
  }
}
