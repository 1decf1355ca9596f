package dev.plaza.gateway.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Instant;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import reactor.core.publisher.Mono;

/// Remembers tokens that were found valid: an app sends the same one with every request, and
/// checking a signature was a fifth of the gateway's work. Expiry is looked at again on every
/// use; a withdrawn key is noticed at the latest when the time of remembering has passed.
final class RememberedTokens implements ReactiveJwtDecoder {

  private final ReactiveJwtDecoder decoder;
  private final Clock clock;
  private final Cache<String, Jwt> valid;

  RememberedTokens(ReactiveJwtDecoder decoder, IdentityProperties properties, Clock clock) {
    this.decoder = decoder;
    this.clock = clock;
    this.valid =
        Caffeine.newBuilder()
            .maximumSize(properties.tokensRememberedMax())
            .expireAfterWrite(properties.tokenRememberedFor())
            .build();
  }

  @Override
  public Mono<Jwt> decode(String token) {
    Jwt known = valid.getIfPresent(token);
    if (known == null) {
      return decoder.decode(token).doOnNext(jwt -> valid.put(token, jwt));
    }
    Instant expiry = known.getExpiresAt();
    if (expiry != null && !clock.instant().isBefore(expiry)) {
      valid.invalidate(token);
      return Mono.error(new BadJwtException("The token has expired."));
    }
    return Mono.just(known);
  }
}
