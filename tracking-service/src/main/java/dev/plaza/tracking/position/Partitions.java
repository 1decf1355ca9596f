package dev.plaza.tracking.position;

import dev.plaza.platform.RepeatingJob;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/// Makes the history's partitions before they are needed and drops those past retention. Names
/// tell the day: `position_20261130`.
@Component
class Partitions implements InitializingBean {

  private static final String PREFIX = "position_";
  private static final long LOCK = 0x7_1AC4;
  private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;

  /// The oldest position accepted is of yesterday; one day more for clocks and zones.
  private static final int DAYS_BACK = 2;

  private final JdbcClient jdbc;
  private final TransactionOperations transaction;
  private final Clock clock;
  private final PositionProperties properties;

  @Configuration(proxyBeanMethods = false)
  static class Job {
    @Bean
    RepeatingJob partitionJob(Partitions partitions) {
      return new RepeatingJob("position-partitions", Duration.ofHours(1), partitions::tidy);
    }
  }

  Partitions(
      JdbcClient jdbc,
      TransactionOperations transaction,
      Clock clock,
      PositionProperties properties) {
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.clock = clock;
    this.properties = properties;
  }

  /// Before the first position can come.
  @Override
  public void afterPropertiesSet() {
    make();
  }

  /// @return false: there is never more to do at once
  boolean tidy() {
    make();
    LocalDate oldestKept = today().minusDays(Math.max(DAYS_BACK, properties.retentionDays()));
    names().stream().filter(it -> day(it).isBefore(oldestKept)).forEach(this::drop);
    return false;
  }

  private void make() {
    LocalDate today = today();
    transaction.executeWithoutResult(
        _ -> {
          jdbc.sql("SELECT pg_advisory_xact_lock(:lock)")
              .param("lock", LOCK)
              .query((_, _) -> "")
              .list();
          List<String> present = names();
          today
              .minusDays(DAYS_BACK)
              .datesUntil(today.plusDays(properties.partitionsAhead() + 1L))
              .filter(day -> !present.contains(name(day)))
              .forEach(this::create);
        });
  }

  private LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  List<String> names() {
    return jdbc.sql(
            """
            SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
             WHERE i.inhparent = 'position'::regclass ORDER BY 1
            """)
        .query((rs, _) -> rs.getString("relname"))
        .list();
  }

  /// Attaching, unlike CREATE TABLE ... PARTITION OF, does not block writers.
  private void create(LocalDate day) {
    String name = name(day);
    jdbc.sql("CREATE TABLE IF NOT EXISTS %s (LIKE position INCLUDING ALL)".formatted(name))
        .update();
    jdbc.sql(
            "ALTER TABLE position ATTACH PARTITION %s FOR VALUES FROM ('%s+00') TO ('%s+00')"
                .formatted(name, day.atStartOfDay(), day.plusDays(1).atStartOfDay()))
        .update();
  }

  private void drop(String name) {
    jdbc.sql("ALTER TABLE position DETACH PARTITION %s CONCURRENTLY".formatted(name)).update();
    jdbc.sql("DROP TABLE IF EXISTS " + name).update();
  }

  private static String name(LocalDate day) {
    return PREFIX + DAY.format(day);
  }

  private static LocalDate day(String name) {
    return LocalDate.parse(name.substring(PREFIX.length()), DAY);
  }
}
