package dev.plaza.notify.provider.push;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The one provider token of all connections. APNs refuses tokens older than an hour, and keys
/// that change their token more often than every 20 minutes.
///
/// Issue times lie on a grid of 40 minutes and are used from 5 minutes after: a token is 5 to 45
/// minutes old, and every instance, also one just started, changes it at the same moment.
final class ApnsTokens {

  static final Duration GRID = Duration.ofMinutes(40);
  static final Duration AGE_MIN = Duration.ofMinutes(5);
  static final Duration BETWEEN = Duration.ofMinutes(20);

  private record Token(String value, Instant issuedAt, Instant madeAt) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final String teamId;
  private final String keyId;
  private final ECDSASigner signer;
  private final Clock clock;
  private @Nullable Token current;

  ApnsTokens(ApnsSettings settings, Clock clock) {
    this.teamId = settings.teamId();
    this.keyId = settings.keyId();
    this.clock = clock;
    try {
      this.signer = new ECDSASigner(Keys.ec(settings.key().reveal()));
    } catch (GeneralSecurityException | JOSEException | IllegalArgumentException e) {
      // Its message could quote the key.
      throw new IllegalArgumentException(
          "the signing key of an APNs provider is broken: " + e.getClass().getSimpleName());
    }
  }

  String token() {
    lock.lock();
    try {
      var now = clock.instant();
      var issue = issueTime(now);
      if (current == null || current.issuedAt.isBefore(issue)) {
        current = new Token(sign(issue), issue, now);
      }
      return current.value;
    } finally {
      lock.unlock();
    }
  }

  /// What to try instead of a token that APNs called expired: the one that has taken its place
  /// already, or a new one; null if a new one would come too soon.
  @Nullable String insteadOf(String expired) {
    lock.lock();
    try {
      var now = clock.instant();
      if (current == null || !current.value.equals(expired)) {
        return token();
      }
      if (now.isBefore(current.madeAt.plus(BETWEEN))) {
        return null;
      }
      current = new Token(sign(now), now, now);
      return current.value;
    } finally {
      lock.unlock();
    }
  }

  private static Instant issueTime(Instant now) {
    var seconds = now.minus(AGE_MIN).getEpochSecond();
    return Instant.ofEpochSecond(seconds - Math.floorMod(seconds, GRID.toSeconds()));
  }

  private String sign(Instant issuedAt) {
    var header = new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(keyId).build();
    var claims = new JWTClaimsSet.Builder().issuer(teamId).issueTime(Date.from(issuedAt)).build();
    var token = new SignedJWT(header, claims);
    try {
      token.sign(signer);
    } catch (JOSEException e) {
      throw new IllegalStateException("ES256 is missing", e);
    }
    return token.serialize();
  }
}
