package dev.plaza.ratelimit.header;

import dev.plaza.ratelimit.Decision;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tells clients where they stand, in three dialects that agree:
///
///  - `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-11, which is not
///    a standard yet: `t` is in seconds from now;
///  - `X-RateLimit-Limit`, `-Remaining`, and `-Reset`, which is in seconds since 1970;
///  - `Retry-After` on refusal only, in seconds from now, at least 1, never a date.
///
/// Times are rounded up: a client that waits so long succeeds.
public final class RateLimitHeaders {

  public static final String DRAFT = "draft-ietf-httpapi-ratelimit-headers-11";
  public static final String RETRY_AFTER = "Retry-After";

  /// Names a browser may only read if `Access-Control-Expose-Headers` lists them.
  public static final List<String> EXPOSED =
      List.of(
          "RateLimit",
          "RateLimit-Policy",
          "X-RateLimit-Limit",
          "X-RateLimit-Remaining",
          "X-RateLimit-Reset",
          "X-RateLimit-Degraded",
          RETRY_AFTER);

  /// A policy that admits nobody does so until an operator changes it: not worth asking often.
  private static final Duration POLICY_CHANGES_AFTER = Duration.ofMinutes(1);

  private static final Duration SOON = Duration.ofSeconds(1);

  private final Clock clock;

  public RateLimitHeaders(Clock clock) {
    this.clock = clock;
  }

  /// The headers of a decision, to be set, not added. None if no policy matched.
  public Map<String, String> of(Decision decision) {
    var headers = new LinkedHashMap<String, String>();
    var tightest = decision.tightest();
    var retry = retryAfter(decision);
    if (tightest != null) {
      var reset = retry == null ? tightest.resetAfter() : retry;
      headers.put("X-RateLimit-Limit", Long.toString(tightest.limit()));
      headers.put("X-RateLimit-Remaining", Long.toString(tightest.remaining()));
      headers.put("X-RateLimit-Reset", Long.toString(epochSeconds(reset)));
      headers.put("RateLimit-Policy", policies(decision));
      headers.put(
          "RateLimit",
          quoted(tightest.policy()) + ";r=" + tightest.remaining() + ";t=" + seconds(reset));
    }
    if (decision.degraded()) {
      headers.put("X-RateLimit-Degraded", "true");
    }
    if (retry != null) {
      headers.put(RETRY_AFTER, Long.toString(seconds(retry)));
    }
    return headers;
  }

  /// When a refused request is worth another try, at least a second from now; null if it was
  /// admitted, or can never succeed.
  public static @Nullable Duration retryAfter(Decision decision) {
    var retry = decision.retryAfter();
    if (retry == null) {
      return decision.outcome() == Decision.Outcome.DENIED ? POLICY_CHANGES_AFTER : null;
    }
    return retry.compareTo(SOON) < 0 ? SOON : retry;
  }

  private static String policies(Decision decision) {
    var list = new StringBuilder();
    for (var standing : decision.standings()) {
      if (!standing.shadow()) {
        list.append(list.isEmpty() ? "" : ", ").append(standing.advertised());
      }
    }
    return list.toString();
  }

  /// Policy ids are letters, digits and `_.-`, so nothing in the string needs escaping.
  private static String quoted(String policy) {
    return '"' + policy + '"';
  }

  static long seconds(Duration time) {
    return Math.ceilDiv(time.toNanos(), 1_000_000_000L);
  }

  private long epochSeconds(Duration fromNow) {
    var then = clock.instant().plus(fromNow);
    return then.getEpochSecond() + (then.getNano() > 0 ? 1 : 0);
  }
}
