package dev.plaza.order.saga;

import java.time.Duration;

/// Terms for tests: round numbers, all different.
final class TestTerms {

  static final Terms TEST =
      new Terms(
          Duration.ofSeconds(60),
          Duration.ofSeconds(40),
          Duration.ofSeconds(45),
          Duration.ofMinutes(5),
          Duration.ofMinutes(3),
          3,
          Duration.ofSeconds(60),
          250,
          Duration.ofMinutes(12),
          Duration.ofMinutes(30),
          Duration.ofMinutes(90),
          Duration.ofHours(2),
          Duration.ofMinutes(10),
          4,
          Duration.ofSeconds(30),
          Duration.ofHours(12),
          Duration.ofHours(11),
          Duration.ofMinutes(9),
          Terms.FEE_PERCENT,
          0);

  private TestTerms() {}
}
