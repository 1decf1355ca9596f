package dev.plaza.platform.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Instant;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/// Remembers tokens that were found valid. Expiry is looked at again on every use; a rotated key
/// is noticed at the latest when the cache time has passed.
final class CachingJwtDecoder implements JwtDecoder {

  private final JwtDecoder decoder;
  private final Clock clock;
  private final Cache<String, Jwt> valid;

  CachingJwtDecoder(JwtDecoder decoder, SecurityProperties properties, Clock clock) {
    this.decoder = decoder;
    this.clock = clock;
    this.valid =
        Caffeine.newBuilder()
            .maximumSize(properties.tokensCachedMax())
            .expireAfterWrite(properties.tokenCachedFor())
            .build();
  }

  @Override
  public Jwt decode(String token) {
    Jwt known = valid.getIfPresent(token);
    if (known == null) {
      known = decoder.decode(token);
      valid.put(token, known);
      return known;
    }
    Instant expiry = known.getExpiresAt();
    if (expiry != null && !clock.instant().isBefore(expiry)) {
      valid.invalidate(token);
      throw new BadJwtException("The token has expired.");
    }
    return known;
  }
}
