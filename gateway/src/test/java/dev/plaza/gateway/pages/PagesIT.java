package dev.plaza.gateway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.gateway.GatewayUnderTest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PagesIT extends GatewayUnderTest {

  @Test
  void greetsCurlWithText() {
    HttpResponse<String> answer = send(request("/").header("Accept", "*/*"));

    assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
    assertThat(answer.body())
        .contains("catalog    up")
        .contains("order      up (1 of 2 instances)")
        .contains("dispatch   down")
        .contains("curl -s http://localhost:" + port + "/sandbox/token");
  }

  @Test
  void greetsBrowsersWithAPage() {
    HttpResponse<String> answer =
        send(request("/").header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"));

    assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
    assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
    assertThat(answer.body()).contains("<td class=\"down\">down</td>").contains("/docs");
  }

  @Test
  void joinsWhatThePartsDocument() {
    JsonNode document = json(send(request("/openapi")));

    assertThat(document.at("/openapi").asString()).isEqualTo("3.1.0");
    assertThat(document.at("/paths").propertyNames())
        .containsExactlyInAnyOrder(
            "/sandbox/token",
            "/sandbox/oauth2/token",
            "/sandbox/jwks",
            "/limits/policies",
            "/limits/policies/{id}",
            "/restaurants",
            "/orders");
    JsonNode restaurants = document.at("/paths").get("/restaurants").get("get");
    JsonNode orders = document.at("/paths").get("/orders").get("get");
    assertThat(restaurants.at("/tags/0").asString()).isEqualTo("catalog");
    assertThat(orders.at("/operationId")).isNotEqualTo(restaurants.at("/operationId"));
    assertThat(title(document, restaurants)).isEqualTo("catalog");
    assertThat(title(document, orders)).isEqualTo("order");
    assertThat(document.at("/x-missing-parts").valueStream().map(JsonNode::asString))
        .contains("dispatch");
  }

  private static String title(JsonNode document, JsonNode operation) {
    String ref = operation.at("/responses/200/$ref").asString();
    return document.at(ref.substring(1)).at("/title").asString();
  }

  @Test
  void servesTheDocumentationWithoutANetwork() {
    HttpResponse<String> page = send(request("/docs"));

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).doesNotContain("http://", "https://");
    for (String file : new String[] {"swagger-ui.css", "swagger-ui-bundle.js", "init.js"}) {
      assertThat(page.body()).contains("/docs/" + file);
      assertThat(send(request("/docs/" + file)).statusCode()).isEqualTo(200);
    }
    assertThat(send(request("/docs/application.yaml")).statusCode()).isEqualTo(404);
  }

  @Test
  void servesTheMapOfTheSandbox() {
    HttpResponse<String> page = send(request("/map"));

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("script-src 'self'");
    assertThat(page.body()).contains("OpenStreetMap contributors").contains("/map/map.js");
    assertThat(send(request("/map/map.js")).statusCode()).isEqualTo(200);
  }

  @Test
  void tellsTheHealthOfPartsWithoutGoingDownWithThem() {
    HttpResponse<String> health = send(request("/actuator/health"));

    assertThat(health.statusCode()).isEqualTo(200);
    assertThat(json(health).at("/status").asString()).isEqualTo("DEGRADED");
    assertThat(json(health).at("/components/parts/details/dispatch/ready").asInt()).isZero();
    assertThat(send(request("/actuator/health/readiness")).statusCode()).isEqualTo(200);
    assertThat(send(request("/actuator/prometheus")).body()).contains("plaza_gateway_in_flight");
  }
}
