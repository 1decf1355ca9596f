package dev.plaza.notify.provider.push;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.plaza.notify.provider.http.HttpCalls;
import dev.plaza.notify.provider.http.Requests;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Access tokens for FCM: asked for with a signed assertion (RFC 7523), kept until shortly before
/// they expire. One request at a time, however many sends wait for it.
final class FcmTokens {

  private static final String SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  private static final Duration ASSERTION_LIFE = Duration.ofHours(1);
  private static final Duration EARLY = Duration.ofMinutes(5);

  private record Token(String value, Instant renewAt) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final ServiceAccount account;
  private final HttpCalls http;
  private final Duration timeout;
  private final Clock clock;
  private volatile @Nullable Token current;

  FcmTokens(ServiceAccount account, HttpCalls http, Duration timeout, Clock clock) {
    this.account = account;
    this.http = http;
    this.timeout = timeout;
    this.clock = clock;
  }

  String token() throws IOException {
    var known = valid();
    if (known != null) {
      return known.value;
    }
    if (!acquire()) {
      throw new IOException("waited too long for an access token");
    }
    try {
      known = valid();
      if (known == null) {
        known = request();
        current = known;
      }
      return known.value;
    } finally {
      lock.unlock();
    }
  }

  /// Forgets a token that was refused, unless another has taken its place meanwhile.
  void refused(String token) {
    lock.lock();
    try {
      if (current != null && current.value.equals(token)) {
        current = null;
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean acquire() throws IOException {
    try {
      return lock.tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private @Nullable Token valid() {
    var known = current;
    return known != null && clock.instant().isBefore(known.renewAt) ? known : null;
  }

  private Token request() throws IOException {
    var now = clock.instant();
    var request =
        Requests.form(account.tokenUri(), Map.of("grant_type", GRANT, "assertion", assertion(now)))
            .build();
    var answer = http.fetch(request, timeout);
    var body = answer.json();
    var value = body.path("access_token").asString("");
    if (!answer.isSuccess() || value.isEmpty()) {
      throw new IOException(
          "no access token: " + answer.status() + " " + body.path("error").asString(""));
    }
    var life = Duration.ofSeconds(Math.max(0, body.path("expires_in").asLong(0)));
    var early = life.compareTo(EARLY.multipliedBy(2)) > 0 ? EARLY : life.dividedBy(2);
    return new Token(value, now.plus(life).minus(early));
  }

  private String assertion(Instant now) {
    var claims =
        new JWTClaimsSet.Builder()
            .issuer(account.clientEmail())
            .claim("scope", SCOPE)
            .audience(account.tokenUri().toString())
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(ASSERTION_LIFE)))
            .build();
    var header = new JWSHeader.Builder(JWSAlgorithm.RS256).type(JOSEObjectType.JWT).build();
    var token = new SignedJWT(header, claims);
    try {
      token.sign(new RSASSASigner(account.key()));
    } catch (JOSEException e) {
      throw new IllegalStateException("RS256 is missing", e);
    }
    return token.serialize();
  }
}
