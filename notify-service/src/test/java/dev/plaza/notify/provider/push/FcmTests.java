package dev.plaza.notify.provider.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jwt.SignedJWT;
import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Fixtures.Hands;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing.Device;
import dev.plaza.notify.provider.Secret;
import dev.plaza.notify.provider.http.HttpCalls;
import dev.plaza.notify.provider.http.StubServer;
import dev.plaza.notify.provider.http.StubServer.Asked;
import dev.plaza.notify.provider.http.StubServer.Told;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class FcmTests {

  private static KeyPair keys;

  private final Hands clock = new Hands(Fixtures.NOW);
  private final HttpCalls http = new HttpCalls(clock);
  private final AtomicInteger tokens = new AtomicInteger();

  @BeforeAll
  static void makeKeys() throws NoSuchAlgorithmException {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    keys = generator.generateKeyPair();
  }

  @AfterEach
  void close() {
    http.close();
  }

  private StubServer server(Function<Asked, Told> sends) throws IOException {
    return new StubServer(
        asked ->
            asked.path().equals("/token")
                ? Told.of(
                    200,
                    "{\"access_token\":\"t" + tokens.incrementAndGet() + "\",\"expires_in\":3600}")
                : sends.apply(asked));
  }

  private FcmProvider provider(URI uri) {
    var account =
        JsonMapper.shared()
            .writeValueAsString(
                Map.of(
                    "project_id",
                    "plaza",
                    "client_email",
                    "plaza@plaza.example",
                    "private_key",
                    "-----BEGIN PRIVATE KEY-----\n"
                        + Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded())
                        + "\n-----END PRIVATE KEY-----\n",
                    "token_uri",
                    uri + "/token"));
    return new FcmProvider(
        "fcm", new FcmSettings(uri, new Secret(account), Duration.ofSeconds(2)), http, clock);
  }

  private static Outcome send(FcmProvider provider) {
    return provider.send(
        Fixtures.push(new Device(Device.Kind.FCM, "device-1", null, null), "near"));
  }

  private static final Told TAKEN = Told.of(200, "{\"name\":\"projects/plaza/messages/1\"}");

  @Test
  void sendsWithATokenThatItAskedForByAnAssertion() throws Exception {
    try (var server = server(_ -> TAKEN)) {
      assertThat(send(provider(server.uri())))
          .isEqualTo(new Outcome.Accepted("projects/plaza/messages/1"));

      var form = server.asked().get(0).text();
      assertThat(URLDecoder.decode(form, StandardCharsets.UTF_8))
          .contains("grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer");
      var assertion = SignedJWT.parse(form.replaceAll(".*assertion=([^&]+).*", "$1"));
      assertThat(assertion.verify(new RSASSAVerifier((RSAPublicKey) keys.getPublic()))).isTrue();
      assertThat(assertion.getJWTClaimsSet().getIssuer()).isEqualTo("plaza@plaza.example");
      assertThat(assertion.getJWTClaimsSet().getAudience())
          .containsExactly(server.uri() + "/token");
      assertThat(assertion.getJWTClaimsSet().getStringClaim("scope"))
          .isEqualTo("https://www.googleapis.com/auth/firebase.messaging");
      var asked = server.asked().get(1);
      assertThat(asked.path()).isEqualTo("/v1/projects/plaza/messages:send");
      assertThat(asked.header("Authorization")).isEqualTo("Bearer t1");
      var message = JsonMapper.shared().readTree(asked.body()).path("message");
      // Case 75: values of data are strings.
      assertThat(message.at("/data/count").isString()).isTrue();
      assertThat(message.at("/android/ttl").asString()).isEqualTo("3600s");
    }
  }

  @Test
  void asksForOneTokenHoweverManyWaitForIt() throws Exception {
    try (var server = server(_ -> TAKEN);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var provider = provider(server.uri());
      var sends = new ArrayList<Callable<Outcome>>();
      for (var i = 0; i < 100; i++) {
        sends.add(() -> send(provider));
      }
      for (var sent : threads.invokeAll(sends)) {
        assertThat(sent.get()).isInstanceOf(Outcome.Accepted.class);
      }
      assertThat(tokens).hasValue(1);
    }
  }

  @Test
  void renewsItsTokenBeforeItExpires() throws IOException {
    try (var server = server(_ -> TAKEN)) {
      var provider = provider(server.uri());
      send(provider);
      clock.forward(Duration.ofMinutes(54));
      send(provider);
      assertThat(tokens).hasValue(1);

      clock.forward(Duration.ofMinutes(2));
      send(provider);
      assertThat(tokens).hasValue(2);
    }
  }

  @Test
  void takesANewTokenOnceWhenItsOwnIsRefused() throws IOException {
    try (var server =
        server(
            asked ->
                asked.header("Authorization").equals("Bearer t1") ? Told.of(401, "{}") : TAKEN)) {
      assertThat(send(provider(server.uri()))).isInstanceOf(Outcome.Accepted.class);
      assertThat(tokens).hasValue(2);
    }
    try (var server = server(_ -> Told.of(401, "{}"))) {
      assertThat(send(provider(server.uri()))).isInstanceOf(Outcome.Permanent.class);
      assertThat(server.asked().stream().filter(it -> it.path().contains("send"))).hasSize(2);
    }
  }

  @Test
  void isTransientWithoutAToken() throws IOException {
    try (var server = StubServer.answering(400, "{\"error\":\"invalid_grant\"}")) {
      assertThat(send(provider(server.uri())))
          .isEqualTo(new Outcome.Transient("oauth", "no access token", null, Scope.PROVIDER));
    }
  }

  /// Case 71: only what is certainly the token's fault costs a token.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "404|UNREGISTERED|Requested entity was not found.|P|RECIPIENT|true",
        "404||Requested entity was not found.|P|PROVIDER|false",
        "400|INVALID_ARGUMENT|The registration token is not a valid FCM registration token|P|RECIPIENT|true",
        "400|INVALID_ARGUMENT|Invalid value at 'message.data[0].value'|P|MESSAGE|false",
        "400||Invalid JSON payload received|P|MESSAGE|false",
        "403|SENDER_ID_MISMATCH|SenderId mismatch|P|RECIPIENT|false",
        "401|THIRD_PARTY_AUTH_ERROR|Auth error from APNS|P|PROVIDER|false",
        "429|QUOTA_EXCEEDED|Quota exceeded|T|PROVIDER|false",
        "503|UNAVAILABLE|try later|T|PROVIDER|false",
        "500|INTERNAL|sorry|T|PROVIDER|false"
      })
  void tellsWhatARefusalMeans(
      int status, String code, String words, String kind, Scope scope, boolean suppress)
      throws IOException {
    var details =
        code == null
            ? ""
            : ",\"details\":[{\"@type\":\"type.googleapis.com/google.firebase.fcm.v1.FcmError\","
                + "\"errorCode\":\""
                + code
                + "\"}]";
    var body = "{\"error\":{\"code\":" + status + ",\"message\":\"" + words + "\"" + details + "}}";
    try (var server = server(_ -> Told.of(status, body))) {
      switch (send(provider(server.uri()))) {
        case Outcome.Permanent it -> {
          assertThat(kind).isEqualTo("P");
          assertThat(it.scope()).isEqualTo(scope);
          assertThat(it.suppress()).isEqualTo(suppress);
        }
        case Outcome.Transient it -> {
          assertThat(kind).isEqualTo("T");
          assertThat(it.scope()).isEqualTo(scope);
        }
        case Outcome.Accepted _, Outcome.Unknown _ -> throw new AssertionError();
      }
    }
  }

  @Test
  void waitsForTheQuotaToFillAgain() throws IOException {
    try (var server = server(_ -> new Told(429, Map.of("Retry-After", "30"), "{\"error\":{}}"))) {
      assertThat(send(provider(server.uri())))
          .isInstanceOfSatisfying(
              Outcome.Transient.class,
              it -> assertThat(it.retryAfter()).isEqualTo(Duration.ofSeconds(30)));
    }
  }
}
