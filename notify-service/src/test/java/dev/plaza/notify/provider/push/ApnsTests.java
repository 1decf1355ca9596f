package dev.plaza.notify.provider.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.eatthepath.pushy.apns.auth.ApnsVerificationKey;
import com.eatthepath.pushy.apns.server.MockApnsServer;
import com.eatthepath.pushy.apns.server.MockApnsServerBuilder;
import com.eatthepath.pushy.apns.server.PushNotificationHandlerFactory;
import com.eatthepath.pushy.apns.server.RejectedNotificationException;
import com.eatthepath.pushy.apns.server.RejectionReason;
import com.eatthepath.pushy.apns.server.ValidatingPushNotificationHandlerFactory;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.impl.ECDSA;
import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Fixtures.Hands;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing.Device;
import dev.plaza.notify.provider.Outgoing.Push;
import dev.plaza.notify.provider.Secret;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayInputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Against pushy's mock server, whose validating handler is the judge of what we send.
class ApnsTests {

  static final KeyPair KEYS = keys();
  static final String TOPIC = "example.plaza";
  private static final String TOKEN = "ab".repeat(32);

  private static volatile PushNotificationHandlerFactory handlers = _ -> (_, _) -> {};
  private static MockApnsServer server;
  private static int port;

  private ApnsProvider provider;

  private static KeyPair keys() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static ApnsSettings settings(int port, KeyPair keys) {
    var pem =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded())
            + "\n-----END PRIVATE KEY-----";
    return new ApnsSettings(
        URI.create("https://localhost:" + port),
        "TEAM",
        "KEY",
        new Secret(pem),
        TOPIC,
        2,
        new Secret(Fixtures.file("server.pem")),
        Duration.ofSeconds(5));
  }

  private static ByteArrayInputStream stream(String name) {
    return new ByteArrayInputStream(Fixtures.file(name).getBytes(StandardCharsets.US_ASCII));
  }

  @BeforeAll
  static void open() throws Exception {
    server =
        new MockApnsServerBuilder()
            .setServerCredentials(stream("server.pem"), stream("server.key"), null)
            .setHandlerFactory(
                session ->
                    (headers, payload) ->
                        handlers.buildHandler(session).handlePushNotification(headers, payload))
            .setUseAlpn(true)
            .build();
    port = server.start(0).get();
  }

  @AfterAll
  static void shut() throws Exception {
    server.shutdown().get();
  }

  private void start(PushNotificationHandlerFactory wanted, Clock clock) {
    handlers = wanted;
    provider = new ApnsProvider("apns", settings(port, KEYS), clock);
  }

  @AfterEach
  void stop() {
    if (provider != null) {
      provider.close();
    }
  }

  private static Device device(String token) {
    return new Device(Device.Kind.APNS, token, null, null);
  }

  private static PushNotificationHandlerFactory validating(Map<String, Instant> gone)
      throws Exception {
    var key = new ApnsVerificationKey("KEY", "TEAM", (ECPublicKey) KEYS.getPublic());
    var judge =
        new ValidatingPushNotificationHandlerFactory(
            Map.of(TOPIC, Set.of(TOKEN, "cd".repeat(32))),
            gone,
            Map.of("KEY", key),
            Map.of(key, Set.of(TOPIC)));
    return session ->
        (headers, payload) ->
            judge.buildHandler(session).handlePushNotification(inDer(headers), payload);
  }

  /// The judge reads signatures in DER only; a JWT's are the two numbers side by side (RFC 7518).
  private static Http2Headers inDer(Http2Headers headers) {
    try {
      var parts = headers.get("authorization").toString().split("\\.");
      var signature = ECDSA.transcodeSignatureToDER(Base64.getUrlDecoder().decode(parts[2]));
      parts[2] = Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
      return headers.set("authorization", String.join(".", parts));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void satisfiesAServerThatChecksEverything() throws Exception {
    start(validating(Map.of()), Clock.systemUTC());

    assertThat(provider.send(Fixtures.push(device(TOKEN), "near")))
        .isEqualTo(new Outcome.Accepted(Fixtures.ATTEMPT));
    assertThat(provider.send(Fixtures.push(device("ef".repeat(32)), "near")))
        .isInstanceOfSatisfying(
            Outcome.Permanent.class,
            it -> assertThat(it.code()).isEqualTo("DeviceTokenNotForTopic"));
  }

  /// Case 71: gone since then; one registered later stays.
  @Test
  void tellsSinceWhenADeviceIsGone() throws Exception {
    var since = Instant.ofEpochMilli(1_700_000_000_123L);
    start(validating(Map.of(TOKEN, since)), Clock.systemUTC());

    assertThat(provider.send(Fixtures.push(device(TOKEN), "near")))
        .isInstanceOfSatisfying(
            Outcome.Permanent.class,
            it -> {
              assertThat(it.suppress()).isTrue();
              assertThat(it.scope()).isEqualTo(Scope.RECIPIENT);
              assertThat(it.invalidSince()).isEqualTo(since);
            });
  }

  @ParameterizedTest
  @EnumSource(RejectionReason.class)
  void knowsEveryReason(RejectionReason reason) {
    start(
        _ ->
            (_, _) -> {
              throw new RejectedNotificationException(reason);
            },
        Clock.systemUTC());

    var outcome = provider.send(Fixtures.push(device(TOKEN), "near"));

    var code =
        switch (outcome) {
          case Outcome.Permanent it -> {
            assertThat(it.suppress()).isEqualTo(reason == RejectionReason.UNREGISTERED);
            yield it.code();
          }
          case Outcome.Transient it -> it.code();
          case Outcome.Accepted _, Outcome.Unknown _ -> throw new AssertionError(outcome);
        };
    assertThat(code).doesNotStartWith("http_").doesNotContain("_");
  }

  /// Case 73: an expired token is replaced once, and the push sent once more.
  @Test
  void replacesAnExpiredTokenAndSendsOnceMore() {
    var clock = new Hands(Fixtures.NOW.plus(Duration.ofMinutes(10)));
    var calls = new AtomicInteger();
    var expired = ConcurrentHashMap.<String>newKeySet();
    start(
        _ ->
            (headers, _) -> {
              calls.incrementAndGet();
              if (expired.contains(headers.get("authorization").toString())) {
                throw new RejectedNotificationException(RejectionReason.EXPIRED_PROVIDER_TOKEN);
              }
              if (expired.isEmpty()) {
                expired.add(headers.get("authorization").toString());
              }
            },
        clock);
    var push = Fixtures.push(device(TOKEN), "near");

    assertThat(provider.send(push)).isInstanceOf(Outcome.Accepted.class);
    assertThat(provider.send(push)).isInstanceOf(Outcome.Transient.class);
    clock.forward(ApnsTokens.BETWEEN);
    assertThat(provider.send(push)).isInstanceOf(Outcome.Accepted.class);
    assertThat(calls).hasValue(4);
  }

  /// Case 73: every connection speaks with the same token.
  @Test
  void usesOneTokenOnAllConnections() throws Exception {
    var tokens = ConcurrentHashMap.<String>newKeySet();
    start(
        _ -> (headers, _) -> tokens.add(headers.get("authorization").toString()),
        Clock.systemUTC());

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var sends = new ArrayList<Callable<Outcome>>();
      for (var i = 0; i < 500; i++) {
        sends.add(() -> provider.send(Fixtures.push(device(TOKEN), "near")));
      }
      for (var sent : threads.invokeAll(sends)) {
        assertThat(sent.get()).isInstanceOf(Outcome.Accepted.class);
      }
    }
    assertThat(tokens).hasSize(1);
  }

  @Test
  void refusesBeforeSendingWhatApnsWouldRefuse() {
    var calls = new AtomicInteger();
    start(_ -> (_, _) -> calls.incrementAndGet(), Clock.systemUTC());

    assertThat(provider.send(Fixtures.push(device(TOKEN), "x".repeat(4_096))))
        .isInstanceOfSatisfying(
            Outcome.Permanent.class, it -> assertThat(it.scope()).isEqualTo(Scope.MESSAGE));
    assertThat(provider.send(Fixtures.push(device("../../3/device/x"), "x")))
        .isInstanceOfSatisfying(
            Outcome.Permanent.class, it -> assertThat(it.code()).isEqualTo("bad_token"));
    assertThat(calls).hasValue(0);
  }

  @Test
  void isTransientWhenNobodyListens() throws Exception {
    try (var closed = new ServerSocket(0)) {
      provider = new ApnsProvider("apns", settings(closed.getLocalPort(), KEYS), Clock.systemUTC());
    }

    assertThat(provider.send(Fixtures.push(device(TOKEN), "x")))
        .isInstanceOf(Outcome.Transient.class);
  }

  @Test
  void takesItsOwnDevicesOnly() {
    start(_ -> (_, _) -> {}, Clock.systemUTC());

    Push other = Fixtures.push(new Device(Device.Kind.FCM, TOKEN, null, null), "x");
    assertThat(provider.takes(other)).isFalse();
    assertThat(provider.takes(Fixtures.push(device(TOKEN), "x"))).isTrue();
  }
}
