package dev.plaza.gateway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import reactor.core.publisher.Mono;

class RememberedTokensTests {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  private final AtomicInteger checks = new AtomicInteger();
  private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
  private final RememberedTokens tokens =
      new RememberedTokens(
          this::check,
          new IdentityProperties("issuer", "plaza", Duration.ZERO, 10, Duration.ofMinutes(1)),
          ((InstantSource) now::get).withZone(ZoneOffset.UTC));

  @Test
  void checksATokenOnce() {
    tokens.decode("good").block();
    tokens.decode("good").block();

    assertThat(checks).hasValue(1);
  }

  @Test
  void checksARefusedTokenEveryTime() {
    assertThatThrownBy(() -> tokens.decode("bad").block()).isInstanceOf(BadJwtException.class);
    assertThatThrownBy(() -> tokens.decode("bad").block()).isInstanceOf(BadJwtException.class);

    assertThat(checks).hasValue(2);
  }

  @Test
  void refusesAKnownTokenFromItsExpiryOn() {
    tokens.decode("good").block();
    now.set(NOON.plusSeconds(60));

    assertThatThrownBy(() -> tokens.decode("good").block())
        .isInstanceOf(BadJwtException.class)
        .hasMessageContaining("expired");
  }

  private Mono<Jwt> check(String token) {
    checks.incrementAndGet();
    return token.equals("good")
        ? Mono.just(
            Jwt.withTokenValue(token)
                .header("alg", "RS256")
                .issuedAt(NOON)
                .expiresAt(NOON.plusSeconds(60))
                .build())
        : Mono.error(new BadJwtException("no"));
  }
}
