package dev.plaza.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.plaza.gateway.GatewayUnderTest;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class ClientTokenIT extends GatewayUnderTest {

  private static final String GRANT = "grant_type=client_credentials";

  private HttpResponse<String> ask(String basic, String form) {
    var request =
        request("/sandbox/oauth2/token")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form));
    return send(
        basic.isEmpty()
            ? request
            : request.header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(basic.getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void givesAServiceItsToken() throws Exception {
    var basic = ask("order-service:order-service-sandbox-secret", GRANT);
    var posted =
        ask(
            "",
            GRANT + "&client_id=order-service&client_secret=order-service-sandbox-secret&scope=x");

    for (var answer : java.util.List.of(basic, posted)) {
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
      assertThat(json(answer).at("/token_type").asString()).isEqualTo("Bearer");
      assertThat(json(answer).at("/expires_in").asInt()).isEqualTo(900);
      var claims = SignedJWT.parse(json(answer).at("/access_token").asString()).getJWTClaimsSet();
      assertThat(claims.getSubject()).isEqualTo("order-service");
      assertThat(claims.getStringListClaim("roles")).containsExactly("service");
    }
    var used =
        send(
            request("/restaurants")
                .header("Authorization", "Bearer " + json(basic).at("/access_token").asString()));
    assertThat(used.statusCode()).isEqualTo(200);
  }

  @Test
  void givesNobodyElseOne() {
    for (String who : new String[] {"order-service:wrong", "mallory:", ":", "order-service", ""}) {
      var answer = ask(who, GRANT);

      assertThat(answer.statusCode()).as(who).isEqualTo(401);
      assertThat(json(answer).at("/error").asString()).isEqualTo("invalid_client");
      assertThat(answer.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Basic");
    }
  }

  @Test
  void saysWhichGrantItDoesNotGive() {
    String me = "order-service:order-service-sandbox-secret";

    assertThat(json(ask(me, "grant_type=password&username=a")).at("/error").asString())
        .isEqualTo("unsupported_grant_type");
    assertThat(json(ask(me, "%&=&grant_type")).at("/error").asString())
        .isEqualTo("invalid_request");
    assertThat(ask(me, "x=" + "y".repeat(5_000)).statusCode()).isEqualTo(413);
  }
}
