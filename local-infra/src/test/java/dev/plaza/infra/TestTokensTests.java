package dev.plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TestTokensTests {

  @Test
  void signsWhatThePublishedKeyVerifies() throws Exception {
    assertThat(verifies(TestTokens.token("alice", "customer"))).isTrue();
    assertThat(verifies(TestTokens.wrongKey("alice", "customer"))).isFalse();
  }

  @Test
  void carriesTheClaimsOfTheSandbox() {
    assertThat(claims(TestTokens.restaurant("staff \"1\"", "r-1")))
        .contains("\"sub\":\"staff \\\"1\\\"\"")
        .contains("\"roles\":[\"restaurant\"]")
        .contains("\"restaurant_id\":\"r-1\"")
        .contains("\"iss\":\"http://localhost:8080/sandbox\"")
        .contains("\"aud\":\"plaza\"");
  }

  @Test
  void makesTokensThatMustBeRefused() {
    assertThat(claims(TestTokens.wrongAudience("alice"))).doesNotContain("\"aud\":\"plaza\"");
    assertThat(claims(TestTokens.wrongIssuer("alice"))).doesNotContain("/sandbox");
    var end = Pattern.compile("\"exp\":(\\d+)").matcher(claims(TestTokens.expired("alice")));
    assertThat(end.find()).isTrue();
    assertThat(Long.parseLong(end.group(1))).isLessThan(System.currentTimeMillis() / 1000 - 600);
  }

  private static String claims(String token) {
    return new String(decoded(token.split("\\.")[1]), StandardCharsets.UTF_8);
  }

  private static boolean verifies(String token) throws Exception {
    var jwks = published();
    var key =
        KeyFactory.getInstance("RSA")
            .generatePublic(new RSAPublicKeySpec(number(jwks, "n"), number(jwks, "e")));
    var signature = Signature.getInstance("SHA256withRSA");
    signature.initVerify(key);
    var dot = token.lastIndexOf('.');
    signature.update(token.substring(0, dot).getBytes(StandardCharsets.US_ASCII));
    return signature.verify(decoded(token.substring(dot + 1)));
  }

  private static String published() throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create(TestTokens.jwksUri())).build();
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }

  private static BigInteger number(String jwks, String member) {
    var value = Pattern.compile("\"%s\":\"([^\"]+)\"".formatted(member)).matcher(jwks);
    assertThat(value.find()).isTrue();
    return new BigInteger(1, decoded(value.group(1)));
  }

  private static byte[] decoded(String base64) {
    return Base64.getUrlDecoder().decode(base64);
  }
}
