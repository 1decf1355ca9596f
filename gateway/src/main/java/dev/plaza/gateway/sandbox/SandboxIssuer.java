package dev.plaza.gateway.sandbox;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.plaza.gateway.identity.IdentityProperties;
import dev.plaza.gateway.identity.LocalIssuerKey;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/// Signs tokens for anybody. That is its purpose, and why it exists in the sandbox only.
final class SandboxIssuer {

  private final RSAKey key;
  private final JWSSigner signer;
  private final IdentityProperties identity;
  private final Clock clock;

  /// Present under the profile, and with it the two endpoints.
  @Configuration(proxyBeanMethods = false)
  @Profile("sandbox")
  static class InSandboxOnly {

    @Bean
    RSAKey sandboxKey(SandboxProperties properties) {
      return SandboxKey.loadOrCreate(properties.keyFile());
    }

    @Bean
    LocalIssuerKey localIssuerKey(RSAKey key) throws JOSEException {
      return new LocalIssuerKey(key.toRSAPublicKey());
    }

    @Bean
    SandboxIssuer sandboxIssuer(RSAKey key, IdentityProperties identity, Clock clock)
        throws JOSEException {
      return new SandboxIssuer(key, identity, clock);
    }
  }

  SandboxIssuer(RSAKey key, IdentityProperties identity, Clock clock) throws JOSEException {
    this.key = key;
    this.signer = new RSASSASigner(key);
    this.identity = identity;
    this.clock = clock;
  }

  String issue(TokenRequest request) {
    Instant now = clock.instant();
    var claims =
        new JWTClaimsSet.Builder()
            .issuer(identity.issuer())
            .audience(identity.audience())
            .subject(request.subject())
            .jwtID(UUID.randomUUID().toString())
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(request.lifetime())))
            .claim("roles", List.copyOf(request.roles()));
    if (request.restaurantId() != null) {
      claims.claim("restaurant_id", request.restaurantId());
    }
    if (request.locale() != null) {
      claims.claim("locale", request.locale());
    }
    if (request.zone() != null) {
      claims.claim("zoneinfo", request.zone());
    }
    var header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build();
    var token = new SignedJWT(header, claims.build());
    try {
      token.sign(signer);
    } catch (JOSEException e) {
      throw new IllegalStateException("the sandbox key cannot sign", e);
    }
    return token.serialize();
  }

  Map<String, Object> publicKeys() {
    return new JWKSet(key.toPublicJWK()).toJSONObject();
  }
}
