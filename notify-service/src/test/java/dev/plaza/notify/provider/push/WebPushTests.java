package dev.plaza.notify.provider.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jwt.SignedJWT;
import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Fixtures.Hands;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing.Device;
import dev.plaza.notify.provider.Secret;
import dev.plaza.notify.provider.http.HttpCalls;
import dev.plaza.notify.provider.http.StubServer;
import dev.plaza.notify.provider.http.StubServer.Told;
import java.io.IOException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebPushTests {

  private static final String P256DH =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  private static final String AUTH = "BTBZMqHH6r4Tts7J_aSIgg";
  private static final String PUBLIC =
      "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
  private static final String PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";

  private final Hands clock = new Hands(Fixtures.NOW);
  private final HttpCalls http = new HttpCalls(clock);

  @AfterEach
  void close() {
    http.close();
  }

  private WebPushProvider provider(StubServer server) {
    return new WebPushProvider(
        "webpush",
        new WebPushSettings(
            new Secret(PUBLIC),
            new Secret(PRIVATE),
            "mailto:ops@plaza.example",
            List.of("fcm.googleapis.com", "*.push.services.mozilla.com"),
            List.of(server.uri().toString()),
            Duration.ofSeconds(2)),
        http,
        clock);
  }

  private static Device browser(String endpoint) {
    return new Device(Device.Kind.WEB_PUSH, endpoint, P256DH, AUTH);
  }

  private Outcome send(StubServer server, String body) {
    return provider(server).send(Fixtures.push(browser(server.uri() + "/push/abc"), body));
  }

  @Test
  void saysEverythingThatAPushServiceAsksFor() throws Exception {
    try (var server = new StubServer(_ -> new Told(201, Map.of("Location", "https://p/m/1"), ""))) {
      assertThat(send(server, "near")).isEqualTo(new Outcome.Accepted("https://p/m/1"));

      var asked = server.only();
      assertThat(asked.path()).isEqualTo("/push/abc");
      assertThat(asked.header("TTL")).isEqualTo("3600");
      assertThat(asked.header("Urgency")).isEqualTo("high");
      assertThat(asked.header("Content-Encoding")).isEqualTo("aes128gcm");
      assertThat(asked.header("Topic")).matches("[A-Za-z0-9_-]{1,32}");
      assertThat(asked.body()[20]).isEqualTo((byte) 65);
    }
  }

  /// Case 74: the audience is the origin without a path.
  @Test
  void signsForTheOriginAlone() throws Exception {
    try (var server = StubServer.answering(201, "")) {
      send(server, "near");
      send(server, "nearer");

      var header = server.asked().getFirst().header("Authorization");
      assertThat(header).startsWith("vapid t=").endsWith(", k=" + PUBLIC);
      var token = SignedJWT.parse(header.substring(8, header.indexOf(',')));
      assertThat(
              token.verify(
                  new ECDSAVerifier(Keys.publicKey(Base64.getUrlDecoder().decode(PUBLIC)))))
          .isTrue();
      assertThat(token.getJWTClaimsSet().getAudience()).containsExactly(server.uri().toString());
      assertThat(token.getJWTClaimsSet().getSubject()).isEqualTo("mailto:ops@plaza.example");
      assertThat(token.getJWTClaimsSet().getExpirationTime().toInstant())
          .isAfter(Fixtures.NOW)
          .isBefore(Fixtures.NOW.plus(Duration.ofHours(24)));
    }
  }

  @Test
  void usesOneSignatureForHalfItsLife() throws IOException {
    try (var server = StubServer.answering(201, "")) {
      var provider = provider(server);
      var push = Fixtures.push(browser(server.uri() + "/p"), "x");
      provider.send(push);
      clock.forward(Duration.ofHours(5));
      provider.send(push);
      clock.forward(Duration.ofHours(2));
      provider.send(push);

      var headers = server.asked().stream().map(it -> it.header("Authorization")).toList();
      assertThat(headers.get(1)).isEqualTo(headers.get(0));
      assertThat(headers.get(2)).isNotEqualTo(headers.get(0));
    }
  }

  /// Case 74: a fault of our own keys never costs a subscriber.
  @ParameterizedTest
  @CsvSource({
    "404,RECIPIENT,true",
    "410,RECIPIENT,true",
    "413,MESSAGE,false",
    "400,PROVIDER,false",
    "401,PROVIDER,false",
    "403,PROVIDER,false"
  })
  void prunesOnlyWhatIsGone(int status, Scope scope, boolean suppress) throws IOException {
    try (var server = StubServer.answering(status, "no")) {
      assertThat(send(server, "x"))
          .isEqualTo(new Outcome.Permanent("http_" + status, "no", scope, suppress));
    }
  }

  @Test
  void waitsAsLongAsItIsAsked() throws IOException {
    try (var server = new StubServer(_ -> new Told(429, Map.of("Retry-After", "7"), ""))) {
      assertThat(send(server, "x"))
          .isEqualTo(new Outcome.Transient("http_429", "", Duration.ofSeconds(7), Scope.RECIPIENT));
    }
  }

  /// Case 74.
  @Test
  void refusesWhatIsTooLargeBeforeSending() throws IOException {
    try (var server = StubServer.answering(201, "")) {
      var empty = Payload.forBrowser(Fixtures.push(browser("https://x"), "")).length;

      assertThat(send(server, "x".repeat(3_993 - empty))).isInstanceOf(Outcome.Accepted.class);
      assertThat(server.only().body()).hasSize(4_096);
      assertThat(send(server, "x".repeat(3_994 - empty)))
          .isInstanceOfSatisfying(
              Outcome.Permanent.class, it -> assertThat(it.scope()).isEqualTo(Scope.MESSAGE));
      assertThat(server.asked()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest",
        "https://127.0.0.1/x",
        "https://internal.example/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com:8443/x",
        "https://user@fcm.googleapis.com/x",
        "http://fcm.googleapis.com/x",
        "https://evilpush.services.mozilla.com/x",
        "file:///etc/passwd",
        "not a url",
        ""
      })
  void callsNobodyButPushServices(String endpoint) throws IOException {
    try (var server = StubServer.answering(201, "")) {
      assertThat(provider(server).send(Fixtures.push(browser(endpoint), "x")))
          .isInstanceOfSatisfying(
              Outcome.Permanent.class, it -> assertThat(it.code()).isEqualTo("bad_endpoint"));
    }
  }

  @Test
  void prunesASubscriptionWithoutUsableKeys() throws IOException {
    try (var server = StubServer.answering(201, "")) {
      var device = new Device(Device.Kind.WEB_PUSH, server.uri() + "/p", "AAAA", AUTH);
      assertThat(provider(server).send(Fixtures.push(device, "x")))
          .isInstanceOfSatisfying(
              Outcome.Permanent.class, it -> assertThat(it.suppress()).isTrue());
      assertThat(server.asked()).isEmpty();
    }
  }
}
