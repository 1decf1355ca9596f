package dev.plaza.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.plaza.gateway.GatewayUnderTest;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class SandboxIT extends GatewayUnderTest {

  private HttpResponse<String> ask(String body) {
    return send(request("/sandbox/token").POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  @Test
  void givesATokenThatIsAccepted() throws Exception {
    HttpResponse<String> answer =
        ask(
            """
            {"sub":"zoë","roles":["restaurant","ops"],"restaurant_id":"r1","locale":"de-at",
             "zoneinfo":"Europe/Vienna","ttl_s":60,"surplus":1}""");

    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode body = json(answer);
    assertThat(body.at("/expires_in").asInt()).isEqualTo(60);
    var claims = SignedJWT.parse(body.at("/access_token").asString()).getJWTClaimsSet();
    assertThat(claims.getSubject()).isEqualTo("zoë");
    assertThat(claims.getStringListClaim("roles")).containsExactly("restaurant", "ops");
    assertThat(claims.getStringClaim("restaurant_id")).isEqualTo("r1");
    assertThat(claims.getStringClaim("locale")).isEqualTo("de-AT");
    assertThat(claims.getStringClaim("zoneinfo")).isEqualTo("Europe/Vienna");
    HttpResponse<String> used =
        send(
            request("/restaurants")
                .header("Authorization", "Bearer " + body.at("/access_token").asString()));
    assertThat(used.statusCode()).isEqualTo(200);
  }

  @Test
  void publishesItsPublicKeyAndNothingElse() {
    JsonNode keys = json(send(request("/sandbox/jwks"))).at("/keys");

    assertThat(keys).hasSize(1);
    assertThat(keys.get(0).propertyNames())
        .containsExactlyInAnyOrder("kty", "e", "use", "kid", "alg", "n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "                                                    | 400 |",
        "{                                                   | 400 |",
        "[]                                                  | 400 |",
        "{\"sub\":7,\"roles\":[\"ops\"]}                     | 400 | /sub",
        "{\"sub\":\"a\",\"roles\":\"ops\"}                   | 400 | /roles",
        "{\"sub\":\"a\",\"roles\":[1]}                       | 400 | /roles/0",
        "{\"sub\":\"a\",\"roles\":[\"ops\"],\"ttl_s\":1.5}   | 400 | /ttl_s",
        "{\"sub\":\"a\",\"roles\":[\"ops\"],\"ttl_s\":\"1\"} | 400 | /ttl_s",
        "{\"roles\":[\"ops\"]}                               | 422 | /sub",
        "{\"sub\":\" \",\"roles\":[\"ops\"]}                 | 422 | /sub",
        "{\"sub\":\"a\\u0000\",\"roles\":[\"ops\"]}          | 422 | /sub",
        "{\"sub\":\"a\"}                                     | 422 | /roles",
        "{\"sub\":\"a\",\"roles\":[]}                        | 422 | /roles",
        "{\"sub\":\"a\",\"roles\":[\"ops\",\"king\"]}        | 422 | /roles/1",
        "{\"sub\":\"a\",\"roles\":[\"ops\"],\"ttl_s\":0}     | 422 | /ttl_s",
        "{\"sub\":\"a\",\"roles\":[\"ops\"],\"ttl_s\":86401} | 422 | /ttl_s",
        "{\"sub\":\"a\",\"roles\":[\"ops\"],\"ttl_s\":1e99}  | 400 | /ttl_s",
        "{\"sub\":\"a\",\"roles\":[\"ops\"],\"locale\":\"!\"} | 422 | /locale",
        "{\"sub\":\"a\",\"roles\":[\"ops\"],\"zoneinfo\":\"Mars/One\"} | 422 | /zoneinfo"
      })
  void saysWhatIsWrong(String body, int status, String pointer) {
    HttpResponse<String> answer = ask(body == null ? "" : body);

    assertThat(answer.statusCode()).isEqualTo(status);
    if (pointer != null) {
      assertThat(json(answer).at("/errors/0/pointer").asString()).isEqualTo(pointer);
    }
  }

  @Test
  void acceptsTheLongestLifeAndTheLongestName() {
    String name = "x".repeat(TokenRequest.TEXT_MAX);

    assertThat(
            ask("{\"sub\":\"%s\",\"roles\":[\"ops\"],\"ttl_s\":86400}".formatted(name))
                .statusCode())
        .isEqualTo(200);
    assertThat(ask("{\"sub\":\"%sx\",\"roles\":[\"ops\"]}".formatted(name)).statusCode())
        .isEqualTo(422);
    assertThat(ask("{\"sub\":\"%s\"}".formatted("x".repeat(20_000))).statusCode()).isEqualTo(413);
  }

  @Test
  void keepsItsKeyForItselfAndMakesItOnce(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("new/key.pem");
    var makers = new ArrayList<Callable<String>>();
    for (int i = 0; i < 4; i++) {
      makers.add(() -> SandboxKey.loadOrCreate(file).getKeyID());
    }

    var ids = new HashSet<String>();
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (var made : threads.invokeAll(makers)) {
        ids.add(made.get());
      }
    }

    assertThat(ids).hasSize(1);
    assertThat(SandboxKey.loadOrCreate(file).getKeyID()).isEqualTo(ids.iterator().next());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var files = Files.list(file.getParent())) {
      assertThat(files).hasSize(1);
    }
  }
}
