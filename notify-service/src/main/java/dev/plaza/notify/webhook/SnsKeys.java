package dev.plaza.notify.webhook;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.plaza.notify.provider.Secret;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Date;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The keys that SNS signs with: from its certificates, kept for a day, few of them. An address
/// that gave none is not asked again for a minute, so that forged calls cannot make us fetch much.
final class SnsKeys {

  private static final Logger log = LoggerFactory.getLogger(SnsKeys.class);
  private static final int CERTIFICATES_MAX = 16;
  private static final int FAILURES_MAX = 1_000;

  private final Cache<URI, X509Certificate> certificates =
      Caffeine.newBuilder()
          .maximumSize(CERTIFICATES_MAX)
          .expireAfterWrite(Duration.ofDays(1))
          .build();
  private final Cache<URI, Boolean> failures =
      Caffeine.newBuilder()
          .maximumSize(FAILURES_MAX)
          .expireAfterWrite(Duration.ofMinutes(1))
          .build();
  private final Secret pinned;
  private final SnsFetch fetch;
  private final Clock clock;

  /// @param pinned a public key that replaces the certificates; empty: Amazon's certificates count
  SnsKeys(Secret pinned, SnsFetch fetch, Clock clock) {
    this.pinned = pinned;
    this.fetch = fetch;
    this.clock = clock;
  }

  Optional<PublicKey> key(SnsEnvelope envelope) {
    if (!pinned.isEmpty()) {
      return Optional.of(pinnedKey(pinned.reveal()));
    }
    var url = SnsHost.certificate(envelope.text("SigningCertURL"), envelope.region());
    return url.map(this::certificate).filter(this::isValidNow).map(X509Certificate::getPublicKey);
  }

  private X509Certificate certificate(URI url) {
    var known = certificates.getIfPresent(url);
    if (known != null) {
      return known;
    }
    if (failures.getIfPresent(url) != null) {
      throw unavailable();
    }
    try {
      var fetched =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(fetch.fetch(url)));
      certificates.put(url, fetched);
      return fetched;
    } catch (IOException | GeneralSecurityException e) {
      failures.put(url, true);
      log.warn("The certificate {} cannot be had: {}", url, e.getMessage());
      throw unavailable();
    }
  }

  /// SNS tries again later, so nothing is lost.
  private static ProblemException unavailable() {
    return new ProblemException(
            CommonProblem.UNAVAILABLE, "The signer's certificate cannot be had at the moment.")
        .retryAfter(Duration.ofMinutes(1));
  }

  private boolean isValidNow(X509Certificate certificate) {
    try {
      certificate.checkValidity(Date.from(clock.instant()));
      return true;
    } catch (GeneralSecurityException _) {
      return false;
    }
  }

  private static PublicKey pinnedKey(String base64) {
    try {
      return KeyFactory.getInstance("RSA")
          .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(base64)));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalStateException("the pinned key of an SES webhook is broken", e);
    }
  }
}
