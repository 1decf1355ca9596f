package dev.plaza.gateway.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.gateway.GatewayUnderTest;
import dev.plaza.gateway.sandbox.Tokens;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Date;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EdgeSecurityIT extends GatewayUnderTest {

  static Stream<Arguments> badTokens() {
    return Stream.of(
        Arguments.of("nonsense", "nonsense"),
        Arguments.of("no signature", Tokens.unsigned()),
        Arguments.of("signed by HMAC with the public key", Tokens.confused()),
        Arguments.of("another key", Tokens.ofAnotherKey()),
        Arguments.of("another audience", Tokens.with(it -> it.audience("somebody"))),
        Arguments.of("no audience", Tokens.with(it -> it.audience((String) null))),
        Arguments.of("another issuer", Tokens.with(it -> it.issuer("http://evil.example"))),
        Arguments.of(
            "expired",
            Tokens.with(it -> it.expirationTime(Date.from(Instant.now().minusSeconds(7))))),
        Arguments.of("never expires", Tokens.with(it -> it.expirationTime(null))),
        Arguments.of(
            "not yet valid",
            Tokens.with(it -> it.notBeforeTime(Date.from(Instant.now().plusSeconds(60))))),
        Arguments.of("nobody", Tokens.with(it -> it.subject(null))),
        Arguments.of("changed", Tokens.good().replaceFirst("\\.e", ".f")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badTokens")
  void refuses(String why, String token) {
    int before = ORDER.requests();

    HttpResponse<String> answer =
        send(request("/orders").header("Authorization", "Bearer " + token));

    assertThat(answer.statusCode()).as(why).isEqualTo(401);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer");
    assertThat(json(answer).at("/code").asString()).isEqualTo("unauthenticated");
    assertThat(json(answer).at("/trace_id").asString()).hasSize(32);
    assertThat(ORDER.requests()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/restaurants?geo=1,2", "/cart", "/order/1", "/risk/reviews", "/courier/status",
        "/offers/1/accept", "/assign", "/dispatch/board", "/courier/locations", "/track/1",
        "/track/1/stream", "/ws/courier", "/ws/track/1", "/assignments/1/cancel"
      })
  void asksForATokenOnEveryRoutedPath(String path) {
    assertThat(send(request(path)).statusCode()).isEqualTo(401);
  }

  @Test
  void passesTheTokenOn() {
    String token = Tokens.good();

    HttpResponse<String> answer =
        send(request("/orders").header("Authorization", "Bearer " + token));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("Authorization: Bearer " + token);
  }

  @Test
  void asksForNoTokenWhereASignatureProvesTheCaller() {
    HttpResponse<String> answer =
        send(
            request("/webhooks/payment")
                .header("Authorization", "Bearer stale")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));

    assertThat(answer.statusCode()).isEqualTo(200);
  }

  @Test
  void takesATokenFromTheQueryOnlyWhereHeadersCannotBeSet() {
    String query = "?access_token=" + Tokens.good();

    assertThat(send(request("/orders" + query)).statusCode()).isEqualTo(401);
    ORDER.letGo();
    HttpResponse<String> stream = send(request("/order/1/stream" + query));
    assertThat(stream.statusCode()).isEqualTo(200);
    HttpResponse<String> both = send(authorized("/orders" + query + "&x=%20y"));
    assertThat(both.body()).contains("order GET /orders?x=%20y\n").doesNotContain("access_token");
  }

  @Test
  void answersPreflightsOfKnownOriginsOnly() {
    assertThat(preflight("https://app.example").statusCode()).isEqualTo(200);
    assertThat(preflight("https://app.example").headers().firstValue("Access-Control-Allow-Origin"))
        .contains("https://app.example");
    assertThat(preflight("https://evil.example").statusCode()).isEqualTo(403);
  }

  private HttpResponse<String> preflight(String origin) {
    return send(
        request("/orders")
            .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
            .header("Origin", origin)
            .header("Access-Control-Request-Method", "POST")
            .header("Access-Control-Request-Headers", "authorization,idempotency-key"));
  }
}
