package dev.plaza.notify.provider.push;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Locale;

/// Says to a push service who we are (RFC 8292). One token per service, signed once and used for
/// half of its life; the audience is the origin alone.
final class Vapid {

  static final Duration LIFE = Duration.ofHours(12);
  private static final int ORIGINS_MAX = 200;

  private record Signed(String header, Instant renewAt) {}

  private final Cache<String, Signed> byOrigin =
      Caffeine.newBuilder().maximumSize(ORIGINS_MAX).build();
  private final String publicKey;
  private final String subject;
  private final ECDSASigner signer;
  private final Clock clock;

  Vapid(WebPushSettings settings, Clock clock) {
    this.publicKey = settings.publicKey().reveal().replace("=", "");
    this.subject = settings.subject();
    this.clock = clock;
    try {
      Keys.publicKey(PushEncryption.decoded(publicKey));
      var scalar = PushEncryption.decoded(settings.privateKey().reveal());
      this.signer = new ECDSASigner(Keys.privateKey(scalar));
    } catch (GeneralSecurityException | JOSEException e) {
      throw new IllegalArgumentException("the VAPID keys of a Web Push provider are broken", e);
    }
  }

  /// The value of `Authorization` for that endpoint.
  String authorization(URI endpoint) {
    var origin = origin(endpoint);
    var now = clock.instant();
    var known = byOrigin.getIfPresent(origin);
    if (known == null || !now.isBefore(known.renewAt)) {
      known = new Signed(sign(origin, now), now.plus(LIFE.dividedBy(2)));
      byOrigin.put(origin, known);
    }
    return known.header;
  }

  private String sign(String origin, Instant now) {
    var claims =
        new JWTClaimsSet.Builder()
            .audience(origin)
            .expirationTime(Date.from(now.plus(LIFE)))
            .subject(subject)
            .build();
    var header = new JWSHeader.Builder(JWSAlgorithm.ES256).type(JOSEObjectType.JWT).build();
    var token = new SignedJWT(header, claims);
    try {
      token.sign(signer);
    } catch (JOSEException e) {
      throw new IllegalStateException("ES256 is missing", e);
    }
    return "vapid t=" + token.serialize() + ", k=" + publicKey;
  }

  /// `https://push.example:8443`: no path, and no port where it is the scheme's own.
  static String origin(URI endpoint) {
    var scheme = endpoint.getScheme().toLowerCase(Locale.ROOT);
    var host = endpoint.getHost().toLowerCase(Locale.ROOT);
    var port = endpoint.getPort();
    var own = scheme.equals("https") ? 443 : 80;
    return scheme + "://" + host + (port < 0 || port == own ? "" : ":" + port);
  }
}
