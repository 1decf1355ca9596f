package dev.plaza.notify.delivery;

import dev.plaza.notify.category.Channels;
import dev.plaza.notify.provider.Outcome;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// What is measured: outcomes and time per provider, the share handed over in time, the backlog.
@Component
class DeliveryMetrics {

  private static final Duration IN_TIME = Duration.ofSeconds(10);
  private static final Duration BACKLOG_READ = Duration.ofSeconds(5);

  private final MeterRegistry meters;
  private final JdbcClient jdbc;
  private final Clock clock;
  private volatile long backlogReadNanos = System.nanoTime() - BACKLOG_READ.toNanos();
  private volatile double backlogSeconds;

  DeliveryMetrics(MeterRegistry meters, JdbcClient jdbc, Clock clock) {
    this.meters = meters;
    this.jdbc = jdbc;
    this.clock = clock;
    Gauge.builder("notify.backlog.age", this, DeliveryMetrics::backlog)
        .baseUnit("seconds")
        .description("How long the oldest delivery that could leave has been waiting")
        .register(meters);
  }

  void answered(Sending sending, Outcome outcome, long nanos, Instant now) {
    String provider = sending.route().provider().id();
    String channel = Channels.name(sending.delivery().channel());
    meters
        .timer(
            "notify.provider.call",
            "provider",
            provider,
            "channel",
            channel,
            "outcome",
            outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT))
        .record(Duration.ofNanos(nanos));
    if (outcome instanceof Outcome.Accepted) {
      boolean inTime = Duration.between(sending.job().sendAt(), now).compareTo(IN_TIME) <= 0;
      meters
          .counter(
              "notify.handed_over",
              "priority",
              sending.delivery().priority().name().toLowerCase(Locale.ROOT),
              "within_10s",
              String.valueOf(inTime))
          .increment();
    }
  }

  void reported(String provider, String status) {
    meters
        .counter("notify.reports", "provider", provider, "status", status.toLowerCase(Locale.ROOT))
        .increment();
  }

  void failedOver(List<DeliveryEvents.Ended> moved) {
    moved.forEach(
        it ->
            meters
                .counter("notify.failover", "provider", String.valueOf(it.provider()))
                .increment());
  }

  private double backlog() {
    if (System.nanoTime() - backlogReadNanos > BACKLOG_READ.toNanos()) {
      backlogReadNanos = System.nanoTime();
      Instant now = clock.instant();
      backlogSeconds =
          jdbc.sql(
                  """
                  SELECT min(due_at) FROM (
                    SELECT (SELECT due_at FROM delivery WHERE state = 'QUEUED' AND priority = p
                             ORDER BY due_at LIMIT 1) AS due_at
                      FROM generate_series(0, 2) AS p) oldest
                  """)
              .query(
                  (row, _) -> java.util.Optional.ofNullable(row.getObject(1, OffsetDateTime.class)))
              .single()
              .map(it -> Duration.between(it.toInstant(), now).toMillis() / 1000.0)
              .map(it -> Math.max(0, it))
              .orElse(0.0);
    }
    return backlogSeconds;
  }
}
