package dev.plaza.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.gateway.GatewayUnderTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What cannot be put: the answer says why, and where.
class PolicyInputIT extends GatewayUnderTest {

  private HttpResponse<String> put(String id, String body) {
    return send(
        as("/limits/policies/" + id, "olga", "ops")
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> get(String path) {
    return send(as("/limits/policies" + path, "olga", "ops"));
  }

  private HttpResponse<String> delete(String id) {
    return send(as("/limits/policies/" + id, "olga", "ops").DELETE());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"rate\":0}|422|/rate",
        "{\"rate\":-1}|422|/rate",
        "{\"rate\":NaN}|400|/rate",
        "{\"rate\":01}|400|/rate",
        "{\"rate\":1,\"quota\":{\"limit\":NaN}}|400|/quota/limit",
        "{\"quota\":{\"limit\":5},\"burst\":-1}|422|/burst",
        "{\"rate\":\"NaN\"}|400|/rate",
        "{\"rate\":\"5\"}|400|/rate",
        "{\"rate\":1e400}|422|/rate",
        "{\"rate\":1e-400}|422|/rate",
        "{\"rate\":99999999999999999999}|422|/rate",
        "{\"rate\":true}|400|/rate",
        "{}|422|/rate",
        "{\"rate\":3,\"burst\":1}|422|/burst",
        "{\"rate\":1,\"burst\":5,\"cost\":6}|422|/burst",
        "{\"rate\":1,\"burst\":-1}|422|/burst",
        "{\"rate\":1,\"burst\":1.5}|400|/burst",
        "{\"rate\":1,\"burst\":9007199254740991}|422|/burst",
        "{\"rate\":1,\"burst\":9223372036854775808}|400|/burst",
        "{\"rate\":1,\"cost\":0}|422|/cost",
        "{\"rate\":1,\"per\":\"0s\"}|422|/per",
        "{\"rate\":1,\"per\":\"soon\"}|422|/per",
        "{\"rate\":1,\"per\":1}|400|/per",
        "{\"rate\":1,\"key\":\"cookie\"}|422|/key",
        "{\"rate\":1,\"key\":5}|400|/key",
        "{\"rate\":1,\"strict\":\"yes\"}|400|/strict",
        "{\"rate\":1,\"strict\":1}|400|/strict",
        "{\"rate\":1,\"on_store_failure\":\"maybe\"}|422|/on_store_failure",
        "{\"rate\":1,\"match\":[]}|400|/match",
        "{\"rate\":1,\"match\":{\"route\":5}}|400|/match/route",
        "{\"rate\":1,\"match\":{\"route\":\"/order/{id\"}}|422|/match/route",
        "{\"rate\":1,\"match\":{\"route\":\" \"}}|422|/match/route",
        "{\"rate\":1,\"match\":{\"method\":\"FETCH\"}}|422|/match/method",
        "{\"rate\":1,\"match\":{\"role\":\"king\"}}|422|/match/role",
        "{\"rate\":1,\"match\":{\"tenant\":\"\"}}|422|/match/tenant",
        "{\"rate\":1,\"match\":{\"tenant\":\"a\\r\\nX-Evil: 1\"}}|422|/match/tenant",
        "{\"rate\":1,\"match\":{\"tenant\":\"\\u0000\"}}|422|/match/tenant",
        "{\"quota\":{\"limit\":5,\"window\":\"day\",\"zone\":\"Mars/Base\"}}|422|/quota/zone",
        "{\"quota\":{\"limit\":5,\"window\":\"week\"}}|422|/quota/window",
        "{\"quota\":{\"window\":\"day\"}}|422|/quota/limit",
        "{\"quota\":{\"limit\":\"5\"}}|400|/quota/limit",
        "{\"quota\":[]}|400|/quota",
        "{\"rate\":1,\"id\":\"other\"}|422|/id",
        "{\"rate\":1,\"rate\":2}|400|/rate",
        "{\"rate\":1} x|400|",
        "[]|400|",
        "null|400|",
        "``|400|",
        "{\"rate\":|400|"
      })
  void refusesWhatIsAbsurdAndPointsToIt(String body, int status, String pointer) {
    HttpResponse<String> answer = put("absurd", body);

    assertThat(answer.statusCode()).as(body + answer.body()).isEqualTo(status);
    JsonNode problem = json(answer);
    assertThat(problem.at("/code").asString()).isEqualTo(status == 400 ? "malformed" : "invalid");
    if (pointer != null) {
      assertThat(problem.at("/errors").valueStream().map(it -> it.at("/pointer").asString()))
          .as(answer.body())
          .contains(pointer);
    }
    assertThat(get("/absurd").statusCode()).isEqualTo(404);
  }

  @Test
  void refusesIdsThatCannotStandInAHeaderAndBodiesWithoutEnd() {
    assertThat(put("a%20b", "{\"rate\":1}").statusCode()).isEqualTo(422);
    assertThat(put("x".repeat(65), "{\"rate\":1}").statusCode()).isEqualTo(422);
    assertThat(put("%22", "{\"rate\":1}").statusCode()).isEqualTo(422);
    assertThat(put("big", "{\"rate\":1,\"x\":\"" + "y".repeat(200_000) + "\"}").statusCode())
        .isEqualTo(413);
    assertThat(put("deep", "{\"x\":" + "[".repeat(5_000)).statusCode()).isEqualTo(400);
    assertThat(put("long", "{\"rate\":" + "9".repeat(5_000) + "}").statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json|200",
        "application/json; charset=utf-8|200",
        "application/merge-patch+json|200",
        "text/plain|415",
        "application/x-www-form-urlencoded|415",
        "nothing|415"
      })
  void readsNothingButJson(String type, int status) {
    HttpResponse<String> answer =
        send(
            as("/limits/policies/typed", "olga", "ops")
                .header("Content-Type", type)
                .PUT(BodyPublishers.ofString("{\"rate\":1000}")));

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(delete("typed").statusCode()).isEqualTo(status == 200 ? 204 : 404);
  }
}
