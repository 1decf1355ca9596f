package dev.plaza.notify.provider.http;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/// The pause that a provider asks for.
public final class RetryAfter {

  /// A provider that asks for more is believed this far.
  static final Duration MAX = Duration.ofHours(24);

  private static final int DIGITS_MAX = 10;

  private RetryAfter() {}

  /// `Retry-After` in seconds or as an HTTP date; else the reset time of the rate limit headers
  /// that SendGrid and Mailgun send; null when neither is there or can be read.
  public static @Nullable Duration of(Answer answer, Clock clock) {
    var pause = of(answer.header("Retry-After"), clock);
    if (pause == null && answer.status() == 429) {
      var reset = seconds(answer.header("X-RateLimit-Reset"));
      return reset == null
          ? null
          : limited(Duration.between(clock.instant(), Instant.ofEpochSecond(reset)));
    }
    return pause;
  }

  static @Nullable Duration of(String value, Clock clock) {
    var seconds = seconds(value);
    if (seconds != null) {
      return limited(Duration.ofSeconds(seconds));
    }
    try {
      var date = ZonedDateTime.parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME);
      return limited(Duration.between(clock.instant(), date.toInstant()));
    } catch (DateTimeException _) {
      return null;
    }
  }

  private static @Nullable Long seconds(String value) {
    var digits = value.strip();
    return digits.isEmpty()
            || digits.length() > DIGITS_MAX
            || !digits.chars().allMatch(it -> it >= '0' && it <= '9')
        ? null
        : Long.valueOf(digits);
  }

  private static Duration limited(Duration pause) {
    if (pause.isNegative()) {
      return Duration.ZERO;
    }
    return pause.compareTo(MAX) > 0 ? MAX : pause;
  }
}
