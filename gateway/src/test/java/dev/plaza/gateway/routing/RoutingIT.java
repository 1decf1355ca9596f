package dev.plaza.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.gateway.GatewayUnderTest;
import dev.plaza.gateway.sandbox.Tokens;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class RoutingIT extends GatewayUnderTest {

  private static final int LIMIT = 256 * 1024;

  @ParameterizedTest
  @CsvSource({
    "/restaurants, catalog",
    "/restaurants/1/menu?version=2, catalog",
    "/cart/1/price, order",
    "/order, order",
    "/order/1/accept, order",
    "/orders?status=x, order",
    "/risk/reviews, order",
    "/track/1, tracking"
  })
  void sendsEachPathToItsPart(String path, String part) {
    HttpResponse<String> answer = send(authorized(path));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).startsWith(part);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nix", "/restaurantsx", "/actuator/env", "/assign2", "/ws/other"})
  void knowsNoOtherPaths(String path) {
    HttpResponse<String> answer = send(request(path));

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(json(answer).at("/code").asString()).isEqualTo("not_found");
    assertThat(json(answer).at("/instance").asString()).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/restaurants/../actuator/env",
        "/restaurants/%2e%2e/actuator/env",
        "/restaurants//x",
        "/restaurants/a%2fb",
        "/restaurants/a%5Cb",
        "/restaurants/a;x=y",
        "/restaurants/%00",
        "/restaurants/%zz",
        "/restaurants/%",
        "/restaurants/%2",
        "/restaurants/%252f",
        "/restaurants/%0d%0aX-Evil:1",
        "/restaurants/%c0%ae%c0%ae/x",
        "/restaurants/%ff",
        "/restaurants/a%3bx",
        "/webhooks/payment/..;/x",
        "/./restaurants"
      })
  void refusesPathsThatAPartMightReadDifferently(String path) throws IOException {
    String answer =
        raw(
            "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                .formatted(path, Tokens.good()));

    assertThat(answer)
        .startsWith("HTTP/1.1 400")
        .containsIgnoringCase("content-type: application/problem+json")
        .contains("\"code\":\"malformed\"");
  }

  private String raw(String request) throws IOException {
    try (var socket = new Socket("localhost", port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void tellsThePartWhoCallsAndBelievesNothingTheCallerSays() {
    HttpResponse<String> answer =
        send(
            authorized("/orders")
                .header("X-Forwarded-For", "6.6.6.6")
                .header("X-Forwarded-Host", "evil.example")
                .header("X-Forwarded-Prefix", "/evil")
                .header("Forwarded", "for=6.6.6.6")
                .header("X-Real-IP", "6.6.6.6"));

    assertThat(answer.body())
        .containsIgnoringCase("X-Forwarded-For: 127.0.0.1\n")
        .containsIgnoringCase("X-Forwarded-Host: localhost:" + port)
        .containsIgnoringCase("X-Forwarded-Proto: http\n")
        .containsIgnoringCase("X-Forwarded-Port: " + port)
        .doesNotContain("6.6.6.6", "evil");
  }

  @Test
  void givesEveryRequestAnIdAndATrace() {
    HttpResponse<String> own = send(authorized("/orders").header("X-Request-Id", "mine-1"));
    HttpResponse<String> bad = send(authorized("/orders").header("X-Request-Id", "a b<script>"));

    assertThat(own.headers().firstValue("X-Request-Id")).contains("mine-1");
    assertThat(own.body()).containsIgnoringCase("X-Request-Id: mine-1");
    assertThat(own.body()).containsPattern("(?i)traceparent: 00-[0-9a-f]{32}-[0-9a-f]{16}-0");
    assertThat(bad.headers().firstValue("X-Request-Id").orElseThrow()).hasSize(36);
  }

  @Test
  void keepsToItselfWhatThePartsRunOn() {
    HttpResponse<String> answer = send(authorized("/orders"));

    assertThat(answer.headers().firstValue("Server")).isEmpty();
    assertThat(answer.headers().firstValue("X-Powered-By")).isEmpty();
  }

  @Test
  void takesBodiesUpToTheLimitToldOrNot() {
    assertThat(send(authorized("/order").POST(told(LIMIT))).body()).contains("bytes: " + LIMIT);
    assertThat(send(authorized("/order").POST(chunked(LIMIT))).body()).contains("bytes: " + LIMIT);
  }

  @ParameterizedTest
  @ValueSource(ints = {LIMIT + 1, 10_000_000})
  void refusesLongerBodiesToldOrNot(int bytes) {
    for (var body : new HttpRequest.BodyPublisher[] {told(bytes), chunked(bytes)}) {
      HttpResponse<String> answer = send(authorized("/order").POST(body));

      assertThat(answer.statusCode()).isEqualTo(413);
      assertThat(json(answer).at("/code").asString()).isEqualTo("payload_too_large");
    }
  }

  @Test
  void streamsLargeFilesWhereTheyBelong() {
    int bytes = 20_000_000;

    assertThat(send(authorized("/restaurants/import").POST(chunked(bytes))).body())
        .contains("bytes: " + bytes);
    assertThat(send(authorized("/restaurants/import").POST(told(65 << 20))).statusCode())
        .isEqualTo(413);
  }

  private static HttpRequest.BodyPublisher told(int bytes) {
    return BodyPublishers.ofByteArray(new byte[bytes]);
  }

  private static HttpRequest.BodyPublisher chunked(int bytes) {
    return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[bytes]));
  }

  @Test
  void refusesHeadersThatAreTooLong() {
    HttpResponse<String> answer = send(authorized("/orders").header("X-Long", "x".repeat(20_000)));

    assertThat(answer.statusCode()).isEqualTo(431);
  }

  @Test
  void givesUpOnAPartThatDoesNotAnswerInTime() {
    ORDER.hold();
    HttpResponse<String> answer = send(authorized("/orders?slow"));
    ORDER.letGo();

    assertThat(answer.statusCode()).isEqualTo(504);
    assertThat(answer.headers().firstValue("Retry-After")).contains("2");
    JsonNode problem = json(answer);
    assertThat(problem.at("/code").asString()).isEqualTo("timeout");
    assertThat(problem.at("/part").asString()).isEqualTo("order");
  }

  @Test
  void letsStreamsTakeTheirTime() throws Exception {
    ORDER.hold();
    var answer =
        HTTP.send(authorized("/order/1/stream").build(), HttpResponse.BodyHandlers.ofLines());
    var lines = answer.body().iterator();
    assertThat(lines.next()).isEqualTo("id: 1");
    assertThat(lines.next()).isEqualTo("data: first");
    // Longer than the response time-out of calls.
    await().pollDelay(Duration.ofMillis(3_500)).until(() -> true);
    ORDER.letGo();

    assertThat(lines.next()).isEmpty();
    assertThat(lines.next()).isEqualTo("id: 2");
  }

  @Test
  void saysWhichPartIsDown() {
    HttpResponse<String> answer = send(authorized("/dispatch/board"));

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(json(answer).at("/part").asString()).isEqualTo("dispatch");
    assertThat(json(answer).at("/code").asString()).isEqualTo("unavailable");
  }

  @Test
  void goesAroundAnInstanceThatIsDownWithEveryMethod() {
    for (int i = 0; i < 20; i++) {
      assertThat(send(authorized("/order").POST(told(1_000))).body()).contains("bytes: 1000");
      assertThat(send(authorized("/orders")).statusCode()).isEqualTo(200);
    }
  }
}
