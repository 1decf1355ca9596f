package dev.plaza.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.gateway.GatewayUnderTest;
import dev.plaza.gateway.sandbox.Tokens;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The limits as clients meet them, on a real Redis.
class LimitsIT extends GatewayUnderTest {

  private static final AtomicInteger NUMBER = new AtomicInteger();

  /// Of each test, since a changed policy keeps the tokens that were used under its id.
  private final String mine = "mine-" + NUMBER.incrementAndGet();

  private final String user = "user-" + UUID.randomUUID();

  private void limit(String body) {
    HttpResponse<String> answer =
        send(
            as("/limits/policies/" + mine, "olga", "ops")
                .PUT(BodyPublishers.ofString(body.replace('\'', '"'))));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  @AfterEach
  void lift() {
    send(as("/limits/policies/" + mine, "olga", "ops").DELETE());
  }

  private HttpRequest.Builder mine(String path) {
    return as(path, user, "customer");
  }

  private static long number(HttpResponse<String> answer, String header) {
    return answer.headers().firstValueAsLong(header).orElseThrow();
  }

  private static String text(HttpResponse<String> answer, String header) {
    return answer.headers().firstValue(header).orElseThrow();
  }

  @Test
  void tellsWhereTheCallerStands() {
    limit("{'match':{'route':'catalog'},'rate':1,'per':'10s','burst':3}");

    HttpResponse<String> answer = send(mine("/restaurants"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(number(answer, "X-RateLimit-Limit")).isEqualTo(3);
    assertThat(number(answer, "X-RateLimit-Remaining")).isEqualTo(2);
    assertThat(number(answer, "X-RateLimit-Reset") - Instant.now().getEpochSecond())
        .isBetween(8L, 11L);
    assertThat(text(answer, "RateLimit")).matches("\"" + mine + "\";r=2;t=(9|10)");
    assertThat(text(answer, "RateLimit-Policy"))
        .contains("\"" + mine + "\";q=3;w=30", "\"customers\";q=10000;w=2", "\"address\"");
    assertThat(answer.headers().firstValue("Retry-After")).isEmpty();
  }

  @Test
  void admitsExactlyTheBurstOfAStrictPolicy() {
    limit("{'match':{'route':'catalog'},'rate':1,'per':'1h','burst':5,'strict':true}");

    for (int left = 4; left >= 0; left--) {
      HttpResponse<String> answer = send(mine("/restaurants"));
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(number(answer, "X-RateLimit-Limit")).isEqualTo(5);
      assertThat(number(answer, "X-RateLimit-Remaining")).isEqualTo(left);
    }
    assertThat(send(mine("/restaurants")).statusCode()).isEqualTo(429);
  }

  /// HEAD is no way around a policy for GET.
  @Test
  void countsHeadWithGet() {
    limit("{'match':{'route':'/restaurants','method':'GET'},'rate':1,'per':'1h','burst':2}");
    send(mine("/restaurants"));

    assertThat(send(mine("/restaurants").HEAD()).statusCode()).isEqualTo(200);
    assertThat(send(mine("/restaurants").HEAD()).statusCode()).isEqualTo(429);
    assertThat(send(mine("/restaurants")).statusCode()).isEqualTo(429);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'rate':1,'burst':0",
        "'quota':{'limit':0,'window':'day','zone':'UTC'}",
        "'rate':1,'per':'1h','burst':1"
      })
  void namesOneTimeToTryAgainInAllHeaders(String terms) {
    limit("{'match':{'route':'catalog'}," + terms + "}");
    send(mine("/restaurants"));

    HttpResponse<String> answer = send(mine("/restaurants"));

    assertThat(answer.statusCode()).isEqualTo(429);
    long seconds = number(answer, "Retry-After");
    assertThat(text(answer, "RateLimit")).endsWith(";r=0;t=" + seconds);
    assertThat(number(answer, "X-RateLimit-Reset") - Instant.now().getEpochSecond())
        .isBetween(seconds - 2, seconds + 1);
  }

  @Test
  void saysNothingWhereNothingIsLimited() {
    HttpResponse<String> answer = send(request("/actuator/health/liveness"));

    assertThat(answer.headers().map().keySet())
        .noneMatch(it -> it.toLowerCase(java.util.Locale.ROOT).contains("ratelimit"));
  }

  @Test
  void refusesWithTheReasonAndWithoutAskingThePart() {
    limit("{'match':{'route':'catalog'},'rate':1,'per':'1m','burst':2}");
    int before = CATALOG.requests();
    send(mine("/restaurants"));
    send(mine("/restaurants"));

    HttpResponse<String> answer = send(mine("/restaurants"));

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(CATALOG.requests()).isEqualTo(before + 2);
    assertThat(text(answer, "Content-Type")).isEqualTo("application/problem+json");
    assertThat(number(answer, "Retry-After")).isBetween(58L, 60L);
    assertThat(number(answer, "X-RateLimit-Remaining")).isZero();
    assertThat(text(answer, "RateLimit")).startsWith("\"" + mine + "\";r=0;t=");
    JsonNode problem = json(answer);
    assertThat(problem.at("/code").asString()).isEqualTo("too_many_requests");
    assertThat(problem.at("/status").asInt()).isEqualTo(429);
    assertThat(problem.at("/type").asString()).endsWith("#quota-exceeded");
    assertThat(problem.at("/instance").asString()).isEqualTo("/restaurants");
    assertThat(problem.at("/trace_id").asString()).hasSize(32);
    assertThat(problem.get("violated-policies").valueStream().map(JsonNode::asString))
        .containsExactly(mine);
  }

  /// R17, R18: obeying Retry-After succeeds.
  @Test
  void admitsWhoWaitedAsLongAsTold() {
    limit("{'match':{'route':'catalog'},'rate':1,'burst':1}");
    send(mine("/restaurants"));
    HttpResponse<String> refused = send(mine("/restaurants"));
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(number(refused, "Retry-After")).isEqualTo(1);

    await().pollDelay(Duration.ofSeconds(1)).until(() -> true);

    assertThat(send(mine("/restaurants")).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "/order/{id}/refund, /order/1/refund, /order/1",
    "/restaurants/**, /restaurants/1/menu, /orders",
    "order-risk, /risk/reviews, /orders",
    "order, /orders, /restaurants",
    "catalog-*, /restaurants/import, /restaurants"
  })
  void knowsRoutesByIdPartPrefixAndPath(String route, String limited, String free) {
    limit("{'match':{'route':'%s'},'rate':1,'per':'1m','burst':1}".formatted(route));

    send(mine(limited));

    assertThat(send(mine(limited)).statusCode()).isEqualTo(429);
    assertThat(send(mine(free)).statusCode()).isEqualTo(200);
  }

  @Test
  void tellsMethodsRolesTenantsAndUsersApart() {
    limit(
        """
        {'match':{'route':'order','method':'get','role':'restaurant','tenant':'r-1'},
         'rate':1,'per':'1m','burst':1}""");

    assertThat(staff("/orders", "r-1", "a").statusCode()).isEqualTo(200);
    assertThat(staff("/orders", "r-1", "a").statusCode()).isEqualTo(429);
    assertThat(staff("/orders", "r-1", "b").statusCode()).isEqualTo(200);
    assertThat(staff("/orders", "r-2", "a").statusCode()).isEqualTo(200);
    assertThat(staff("/restaurants", "r-1", "a").statusCode()).isEqualTo(200);
    assertThat(send(mine("/orders")).statusCode()).isEqualTo(200);
    assertThat(send(mine("/orders").POST(BodyPublishers.noBody())).statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> staff(String path, String tenant, String name) {
    String token =
        Tokens.with(
            it ->
                it.subject(user + name)
                    .claim("roles", java.util.List.of("restaurant"))
                    .claim("restaurant_id", tenant));
    return send(request(path).header("Authorization", "Bearer " + token));
  }

  @Test
  void countsATenantAsOne() {
    String tenant = "t-" + user;
    limit("{'match':{'route':'order'},'key':'tenant','rate':1,'per':'1m','burst':2}");

    assertThat(staff("/orders", tenant, "a").statusCode()).isEqualTo(200);
    assertThat(staff("/orders", tenant, "b").statusCode()).isEqualTo(200);
    assertThat(staff("/orders", tenant, "c").statusCode()).isEqualTo(429);
  }

  /// R65: what a token says is reflected nowhere.
  @Test
  void letsNoClaimIntoHeaders() {
    limit("{'match':{'route':'order'},'key':'tenant','rate':1,'per':'1m','burst':1}");
    String tenant = "a\r\nX-Evil: 1" + user;
    staff("/orders", tenant, "a");

    HttpResponse<String> answer = staff("/orders", tenant, "a");

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("X-Evil")).isEmpty();
    assertThat(answer.headers().map().toString() + answer.body()).doesNotContain("X-Evil");
  }

  /// R54: nobody is somebody else for the asking.
  @Test
  void countsByTheAddressOfTheConnection() {
    limit("{'match':{'route':'notify-webhooks'},'key':'ip','rate':1,'per':'1m','burst':2}");

    int refused = 0;
    for (int i = 0; i < 4; i++) {
      var answer =
          send(
              request("/webhooks/twilio")
                  .header("X-Forwarded-For", "203.0.113." + i)
                  .POST(BodyPublishers.ofString("{}")));
      refused += answer.statusCode() == 429 ? 1 : 0;
    }

    assertThat(refused).isEqualTo(2);
  }

  @Test
  void takesWhatARequestCosts() {
    limit("{'match':{'route':'order'},'rate':1,'per':'1m','burst':10,'cost':4}");

    assertThat(number(send(mine("/orders")), "X-RateLimit-Remaining")).isEqualTo(6);
    assertThat(number(send(mine("/orders")), "X-RateLimit-Remaining")).isEqualTo(2);
    assertThat(send(mine("/orders")).statusCode()).isEqualTo(429);
  }

  @Test
  void countsADayInAZone() {
    limit("{'match':{'route':'order'},'quota':{'limit':2,'window':'day','zone':'Asia/Tokyo'}}");

    assertThat(text(send(mine("/orders")), "RateLimit")).startsWith("\"" + mine + "\";r=1;t=");
    send(mine("/orders"));
    HttpResponse<String> refused = send(mine("/orders"));
    assertThat(refused.statusCode()).isEqualTo(429);
    var tokyo = java.time.ZonedDateTime.now(java.time.ZoneId.of("Asia/Tokyo"));
    long toMidnight =
        Duration.between(tokyo, tokyo.toLocalDate().plusDays(1).atStartOfDay(tokyo.getZone()))
            .toSeconds();
    assertThat(number(refused, "Retry-After")).isBetween(toMidnight - 5, toMidnight + 5);
  }

  @Test
  void watchesWithoutRefusingInShadow() {
    limit("{'match':{'route':'order'},'rate':1,'per':'1m','burst':1,'shadow':true}");

    for (int i = 0; i < 5; i++) {
      HttpResponse<String> answer = send(mine("/orders"));
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(text(answer, "RateLimit-Policy")).doesNotContain(mine);
    }

    assertThat(send(request("/actuator/prometheus")).body())
        .containsPattern(
            "plaza_gateway_limits_requests_total\\{.*outcome=\"shadow\",policy=\"%s\"} [1-9]"
                .formatted(mine));
  }

  @Test
  void limitsTokensAndPagesOfItsOwn() {
    limit("{'match':{'route':'gateway-token'},'key':'ip','rate':1,'per':'1m','burst':1}");
    var wish = BodyPublishers.ofString("{\"sub\":\"x\",\"roles\":[\"customer\"]}");

    assertThat(send(request("/sandbox/token").POST(wish)).statusCode()).isEqualTo(200);
    HttpResponse<String> refused = send(request("/sandbox/token").POST(wish));

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(json(refused).at("/code").asString()).isEqualTo("too_many_requests");
    assertThat(send(request("/docs")).statusCode()).isEqualTo(200);
  }

  @Test
  void limitsFailuresByAddressAndSparesTheNeighboursOfWhoFails() {
    limit("{'match':{'route':'unauthenticated'},'key':'ip','rate':1,'per':'1m','burst':3}");

    for (int i = 0; i < 3; i++) {
      assertThat(send(request("/orders")).statusCode()).isEqualTo(401);
    }
    HttpResponse<String> refused =
        send(request("/orders").header("Authorization", "Bearer nonsense"));

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    assertThat(send(mine("/orders")).statusCode()).isEqualTo(200);
  }

  /// R13: requests without a user have a policy of their own, and are told.
  @Test
  void refusesTheNamelessWhereAPolicySaysSo() {
    limit(
        """
        {'match':{'route':'order-webhooks'},'rate':1,'burst':1,'anonymous':'refuse'}""");

    HttpResponse<String> answer =
        send(request("/webhooks/payment").POST(BodyPublishers.ofString("{}")));

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains(mine);
  }

  @Test
  void letsBrowsersReadTheHeaders() {
    HttpResponse<String> answer = send(mine("/orders").header("Origin", "https://app.example"));

    assertThat(text(answer, "Access-Control-Expose-Headers"))
        .contains("RateLimit", "RateLimit-Policy", "X-RateLimit-Reset", "Retry-After", "ETag");
  }

  @ParameterizedTest
  @ValueSource(ints = {2_000})
  void throttlesNobodyInTheSandboxByDefault(int requests) {
    long refused = 0;
    for (int i = 0; i < requests; i++) {
      refused += send(authorized("/orders")).statusCode() == 200 ? 0 : 1;
    }

    assertThat(refused).isZero();
  }
}
