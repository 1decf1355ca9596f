package dev.plaza.infra;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Signed tokens as the sandbox issuer makes them, and a key server that vouches for them.
public final class TestTokens {
  private static final String ISSUER = "http://localhost:8080/sandbox";
  private static final String AUDIENCE = "plaza";
  private static final String KEY_ID = "test";
  private static final Duration LIFE = Duration.ofHours(1);
  private static final KeyPair KEY = newKey();

  private TestTokens() {}

  /// A valid token of this subject with these roles.
  public static String token(String subject, String... roles) {
    return with(subject, List.of(roles), Map.of());
  }

  /// A valid token of somebody who works for this restaurant.
  public static String restaurant(String subject, String restaurantId) {
    return with(subject, List.of("restaurant"), Map.of("restaurant_id", restaurantId));
  }

  /// A valid signature over claims of which some are replaced or added.
  public static String with(String subject, List<String> roles, Map<String, Object> claims) {
    return signed(KEY, claims(subject, roles, claims));
  }

  /// Ended an hour ago: beyond any tolerance for clocks that disagree.
  public static String expired(String subject, String... roles) {
    var then = Instant.now().minus(LIFE.multipliedBy(2));
    return with(
        subject,
        List.of(roles),
        Map.of("iat", then.getEpochSecond(), "exp", then.plus(LIFE).getEpochSecond()));
  }

  public static String wrongAudience(String subject, String... roles) {
    return with(subject, List.of(roles), Map.of("aud", "somebody-else"));
  }

  public static String wrongIssuer(String subject, String... roles) {
    return with(subject, List.of(roles), Map.of("iss", "http://localhost:1/nobody"));
  }

  /// Claims that are right, signed by a key nobody vouches for.
  public static String wrongKey(String subject, String... roles) {
    return signed(newKey(), claims(subject, List.of(roles), Map.of()));
  }

  /// Where the key server answers.
  public static String jwksUri() {
    return KeyServer.URI;
  }

  private static Map<String, Object> claims(
      String subject, List<String> roles, Map<String, Object> replaced) {
    var now = Instant.now();
    var claims = new LinkedHashMap<String, Object>();
    claims.put("iss", ISSUER);
    claims.put("aud", AUDIENCE);
    claims.put("sub", subject);
    claims.put("roles", roles);
    claims.put("locale", "de-AT");
    claims.put("zoneinfo", "Europe/Vienna");
    claims.put("jti", UUID.randomUUID().toString());
    claims.put("iat", now.getEpochSecond());
    claims.put("exp", now.plus(LIFE).getEpochSecond());
    claims.putAll(replaced);
    return claims;
  }

  private static String signed(KeyPair key, Map<String, Object> claims) {
    var header = Map.<String, Object>of("alg", "RS256", "typ", "JWT", "kid", KEY_ID);
    var content = base64(Json.write(header)) + "." + base64(Json.write(claims));
    try {
      var signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key.getPrivate());
      signature.update(content.getBytes(StandardCharsets.US_ASCII));
      return content + "." + base64(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyPair newKey() {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64(String text) {
    return base64(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /// Started by the first who asks, on a daemon thread: it ends with the JVM.
  private static final class KeyServer {
    static final String URI = start();

    private static String start() {
      try {
        var loopback = InetAddress.getLoopbackAddress();
        var server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        var keys = jwks().getBytes(StandardCharsets.UTF_8);
        server.createContext(
            "/jwks",
            exchange -> {
              exchange.getResponseHeaders().add("Content-Type", "application/json");
              exchange.sendResponseHeaders(200, keys.length);
              try (var body = exchange.getResponseBody()) {
                body.write(keys);
              }
            });
        server.setExecutor(task -> Thread.ofVirtual().start(task));
        Thread.ofPlatform().daemon().start(server::start);
        return "http://localhost:" + server.getAddress().getPort() + "/jwks";
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static String jwks() {
      var key = (RSAPublicKey) KEY.getPublic();
      return Json.write(
          Map.of(
              "keys",
              List.of(
                  Map.of(
                      "kty",
                      "RSA",
                      "use",
                      "sig",
                      "alg",
                      "RS256",
                      "kid",
                      KEY_ID,
                      "n",
                      base64(unsigned(key.getModulus())),
                      "e",
                      base64(unsigned(key.getPublicExponent()))))));
    }

    /// Without the leading zero that only says "positive".
    private static byte[] unsigned(BigInteger number) {
      var bytes = number.toByteArray();
      return bytes[0] == 0 ? java.util.Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }
  }
}
