package dev.plaza.gateway.limits;

import dev.plaza.contracts.gateway.DecisionEvent;
import dev.plaza.ratelimit.Key;
import dev.plaza.ratelimit.Request;
import dev.plaza.ratelimit.Standing;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Chooses which refusals are told: of each policy one in a while, which stands for all since the
/// last. An attack makes as many events as a quiet day.
@Component
final class Denials {

  private static final int POLICIES_MAX = 1_000;
  private static final int HASH_BYTES = 16;
  private static final String HMAC = "HmacSHA256";

  private final LimitsProperties.Events properties;
  private final DenialEvents events;
  private final Clock clock;
  private final SecretKeySpec secret;
  private final Map<String, Sample> samples = new ConcurrentHashMap<>();

  private static final class Sample {
    final AtomicLong denials = new AtomicLong();
    final AtomicLong nextAt = new AtomicLong(Long.MIN_VALUE);
  }

  Denials(LimitsProperties properties, DenialEvents events, Clock clock) {
    this.properties = properties.events();
    this.events = events;
    this.clock = clock;
    this.secret = new SecretKeySpec(secret(this.properties.secret()), HMAC);
  }

  private static byte[] secret(String configured) {
    if (!configured.isEmpty()) {
      return configured.getBytes(StandardCharsets.UTF_8);
    }
    byte[] own = new byte[32];
    new SecureRandom().nextBytes(own);
    return own;
  }

  void refused(Request request, Standing standing, String outcome) {
    String policy = standing.policy();
    Sample sample = samples.get(policy);
    if (sample == null) {
      if (!properties.enabled() || samples.size() >= POLICIES_MAX) {
        return;
      }
      sample = samples.computeIfAbsent(policy, _ -> new Sample());
    }
    sample.denials.incrementAndGet();
    long now = clock.millis();
    long next = sample.nextAt.get();
    if (now >= next && sample.nextAt.compareAndSet(next, now + properties.every().toMillis())) {
      events.offer(
          new DecisionEvent(
              policy,
              request.route(),
              request.method(),
              outcome,
              hash(who(request, standing)),
              sample.denials.getAndSet(0),
              clock.instant()));
    }
  }

  private static String who(Request request, Standing standing) {
    return switch (standing.keyBy()) {
      case USER -> "u" + text(request.tenant()) + ":" + text(request.user());
      case TENANT -> "t" + text(request.tenant());
      case IP -> "i" + request.ip().text();
      case ROUTE -> "r" + request.route();
    };
  }

  private static String text(@Nullable Key key) {
    return key == null ? "" : key.text();
  }

  private String hash(String who) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(secret);
      byte[] hash = mac.doFinal(who.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(Arrays.copyOf(hash, HASH_BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
