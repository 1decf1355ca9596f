package dev.plaza.order.watch;

import dev.plaza.platform.RepeatingJob;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Checks the invariants for as long as the service runs: a number for each, and a loud line when
/// one is broken.
@Configuration(proxyBeanMethods = false)
class Auditor {

  private static final Log LOG = LogFactory.getLog(Auditor.class);
  private static final Duration EVERY = Duration.ofSeconds(30);
  private static final Duration LOOK_BACK = Duration.ofHours(3);
  private static final Duration LATE = Duration.ofMinutes(2);
  private static final int FOUND_MAX = 100;

  private final JdbcClient jdbc;
  private final Clock clock;
  private final Map<Invariant, AtomicInteger> broken = new EnumMap<>(Invariant.class);

  Auditor(JdbcClient jdbc, Clock clock, MeterRegistry meters) {
    this.jdbc = jdbc;
    this.clock = clock;
    for (var it : Invariant.values()) {
      var tags = Tags.of("invariant", it.name().toLowerCase(Locale.ROOT));
      var count = new AtomicInteger();
      broken.put(it, count);
      meters.gauge("order.invariant.violations", tags, count);
    }
  }

  @Bean
  RepeatingJob audit() {
    return new RepeatingJob(
        "order-audit",
        EVERY,
        () -> {
          for (var it : Invariant.values()) {
            check(it);
          }
          return false;
        });
  }

  List<String> check(Invariant invariant) {
    Instant now = clock.instant();
    var found =
        jdbc.sql(invariant.sql())
            .param("from", floor(now.minus(LOOK_BACK)))
            .param("late", now.minus(LATE).atOffset(ZoneOffset.UTC))
            .param("max", FOUND_MAX)
            .query((row, _) -> row.getString(1))
            .list();
    broken.getOrDefault(invariant, new AtomicInteger()).set(found.size());
    if (!found.isEmpty()) {
      LOG.error(
          "invariant %s is broken for %d orders, e.g. %s"
              .formatted(invariant, found.size(), found.getFirst()));
    }
    return found;
  }

  /// The smallest UUIDv7 of a moment.
  private static UUID floor(Instant at) {
    return new UUID(at.toEpochMilli() << 16, 0);
  }
}
