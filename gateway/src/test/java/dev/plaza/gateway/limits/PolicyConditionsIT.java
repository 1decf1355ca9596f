package dev.plaza.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.gateway.GatewayUnderTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `ETag`, `If-Match` and `If-None-Match` of the control API.
class PolicyConditionsIT extends GatewayUnderTest {

  private HttpResponse<String> get(String path) {
    return send(as("/limits/policies" + path, "olga", "ops"));
  }

  private int changed(String method, String id, String header, String value) {
    return send(as("/limits/policies/" + id, "olga", "ops")
            .header(header, value)
            .method(method, BodyPublishers.ofString("{\"rate\":1}")))
        .statusCode();
  }

  @Test
  void changesAPolicyOnlyIfItIsWhatTheOperatorSaw() {
    assertThat(changed("PUT", "watched", "If-Match", "*")).isEqualTo(412);
    assertThat(changed("PUT", "watched", "If-Match", "\"0\"")).isEqualTo(412);
    assertThat(get("/watched").statusCode()).isEqualTo(404);
    assertThat(changed("PUT", "watched", "If-None-Match", "*")).isEqualTo(200);
    assertThat(changed("PUT", "watched", "If-None-Match", "*")).isEqualTo(412);

    String first = tag(get("/watched"));
    assertThat(first).isEqualTo("\"%d\"".formatted(json(get("/watched")).at("/version").asLong()));
    assertThat(tag(replaced("watched"))).isNotEqualTo(first);
    assertThat(changed("PUT", "watched", "If-Match", first)).isEqualTo(412);
    assertThat(changed("DELETE", "watched", "If-Match", first)).isEqualTo(412);
    assertThat(json(get("/watched")).at("/rate").asInt()).isEqualTo(2);
    assertThat(changed("PUT", "watched", "If-Match", tag(get("/watched")))).isEqualTo(200);
    assertThat(changed("DELETE", "watched", "If-Match", tag(get("/watched")))).isEqualTo(204);
  }

  /// A configured policy is there before anybody put it.
  @Test
  void countsConfiguredPoliciesAsVersionZero() {
    assertThat(tag(get("/payment-webhooks"))).isEqualTo("\"0\"");
    assertThat(changed("PUT", "payment-webhooks", "If-None-Match", "*")).isEqualTo(412);
    assertThat(changed("PUT", "payment-webhooks", "If-Match", "\"1\"")).isEqualTo(412);
    assertThat(changed("DELETE", "payment-webhooks", "If-Match", "\"1\"")).isEqualTo(412);
    assertThat(tag(get("/payment-webhooks"))).isEqualTo("\"0\"");
  }

  @Test
  void refusesConditionsThatCannotBeRead() {
    for (String it : List.of("x", "\"1\", \"2\"", "-1", "1".repeat(30))) {
      assertThat(changed("PUT", "unread", "If-Match", it)).as(it).isEqualTo(400);
      assertThat(changed("DELETE", "unread", "If-Match", it)).as(it).isEqualTo(400);
    }
    assertThat(changed("PUT", "unread", "If-None-Match", "\"1\"")).isEqualTo(400);
    assertThat(get("/unread").statusCode()).isEqualTo(404);
  }

  private static String tag(HttpResponse<String> answer) {
    return answer.headers().firstValue("ETag").orElseThrow();
  }

  private HttpResponse<String> replaced(String id) {
    return send(
        as("/limits/policies/" + id, "olga", "ops").PUT(BodyPublishers.ofString("{\"rate\":2}")));
  }
}
