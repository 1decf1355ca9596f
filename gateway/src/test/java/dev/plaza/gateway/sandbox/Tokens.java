package dev.plaza.gateway.sandbox;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.Consumer;

/// Tokens for tests, good ones and those that must be refused.
public final class Tokens {

  private static final Path FILE = newFile();
  private static final RSAKey KEY = SandboxKey.loadOrCreate(FILE);

  private Tokens() {}

  private static Path newFile() {
    try {
      return Files.createTempDirectory("plaza-gateway-test").resolve("key.pem");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The key file that the gateway under test uses.
  public static Path keyFile() {
    return FILE;
  }

  public static String jwks() {
    return "{\"keys\":[%s]}".formatted(KEY.toPublicJWK().toJSONString());
  }

  public static String good() {
    return signed(KEY, _ -> {});
  }

  public static String with(Consumer<JWTClaimsSet.Builder> change) {
    return signed(KEY, change);
  }

  public static String of(String subject, String... roles) {
    return with(it -> it.subject(subject).claim("roles", List.of(roles)));
  }

  public static String ofAnotherKey() {
    try {
      return signed(new RSAKeyGenerator(2048).keyID(KEY.getKeyID()).generate(), _ -> {});
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  public static String unsigned() {
    return new PlainJWT(claims(_ -> {})).serialize();
  }

  /// Signed by HMAC with what everybody knows, the public key.
  public static String confused() {
    try {
      var token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims(_ -> {}));
      token.sign(new MACSigner(KEY.toRSAPublicKey().getEncoded()));
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String signed(RSAKey key, Consumer<JWTClaimsSet.Builder> change) {
    try {
      var header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build();
      var token = new SignedJWT(header, claims(change));
      token.sign(new RSASSASigner(key));
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JWTClaimsSet claims(Consumer<JWTClaimsSet.Builder> change) {
    Instant now = Instant.now();
    var claims =
        new JWTClaimsSet.Builder()
            .issuer("http://localhost:8080/sandbox")
            .audience("plaza")
            .subject("alice")
            .claim("roles", List.of("customer"))
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(600)));
    change.accept(claims);
    return claims.build();
  }
}
