package dev.plaza.notify.delivery;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.notify.JobEvent;
import dev.plaza.notify.category.Categories;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.job.Jobs;
import dev.plaza.platform.outbox.OutboundEvent;
import dev.plaza.platform.outbox.Outbox;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// What nobody waits for: leases that ran out, early reports, finished campaigns, old rows.
@Component
public class Upkeep {

  private static final int BATCH_MAX = 1_000;
  private static final Duration PURGE_EVERY = Duration.ofMinutes(5);
  private static final Duration CAMPAIGNS_EVERY = Duration.ofSeconds(2);
  private static final Duration CAPS_KEPT = Duration.ofDays(3);

  private final JdbcClient jdbc;
  private final Reporting reports;
  private final Jobs jobs;
  private final Outbox outbox;
  private final Categories categories;
  private final DeliveryProperties properties;
  private final Clock clock;
  private final TransactionTemplate transaction;
  private volatile @Nullable Instant purgedAt;
  private volatile @Nullable Instant campaignsAt;

  Upkeep(
      JdbcClient jdbc,
      Reporting reports,
      Jobs jobs,
      Outbox outbox,
      Categories categories,
      DeliveryProperties properties,
      Clock clock,
      TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.reports = reports;
    this.jobs = jobs;
    this.outbox = outbox;
    this.categories = categories;
    this.properties = properties;
    this.clock = clock;
    this.transaction = transaction;
  }

  boolean round() {
    boolean moreLeases = leases();
    boolean moreReports = reports.applyEarly();
    resendUnknown();
    campaigns();
    purge();
    return moreLeases || moreReports;
  }

  /// Whoever had it is gone, or its answer: it may have been sent, so it is not sent again.
  private boolean leases() {
    Integer ended =
        transaction.execute(
            _ ->
                jdbc.sql(
                        """
                        WITH gone AS (
                          UPDATE delivery SET state = 'UNKNOWN', lease_until = NULL,
                                 reason = 'no_answer', updated_at = :now
                           WHERE id IN (
                             SELECT id FROM delivery
                              WHERE state = 'CLAIMED' AND lease_until < :now
                              LIMIT :max FOR UPDATE SKIP LOCKED)
                          RETURNING id)
                        UPDATE attempt SET state = 'UNKNOWN', code = 'no_answer', ended_at = :now
                         WHERE state = 'STARTED' AND delivery_id IN (SELECT id FROM gone)
                        """)
                    .param("now", at(clock.instant()))
                    .param("max", BATCH_MAX)
                    .update());
    return ended != null && ended == BATCH_MAX;
  }

  /// Only where the category says so: its messages are worse lost than doubled.
  private void resendUnknown() {
    categories
        .categories()
        .forEach(
            (name, category) -> {
              Duration wait = category.resendUnknownAfter();
              if (wait != null) {
                Instant now = clock.instant();
                jdbc.sql(
                        """
                        UPDATE delivery
                           SET state = 'QUEUED', due_at = :now, updated_at = :now,
                               decisions = decisions || :trail::jsonb
                         WHERE state = 'UNKNOWN' AND category = :category AND updated_at < :before
                           AND attempts < :most
                        """)
                    .param("now", at(now))
                    .param("category", name)
                    .param("before", at(now.minus(wait)))
                    .param("most", properties.attemptsMax())
                    .param(
                        "trail",
                        "[{\"t\":\"%s\",\"check\":\"unknown\",\"outcome\":\"resent\"}]"
                            .formatted(now))
                    .update();
              }
            });
  }

  /// Campaigns of which nothing is on its way any more.
  private void campaigns() {
    Instant now = clock.instant();
    if (campaignsAt != null && now.isBefore(campaignsAt.plus(CAMPAIGNS_EVERY))) {
      return;
    }
    campaignsAt = now;
    var done =
        jdbc.sql(
                """
                SELECT id::text FROM job j
                 WHERE campaign AND finished_at IS NULL AND status = 'RUNNING'
                   AND NOT EXISTS (SELECT 1 FROM delivery d
                                    WHERE d.job_id = j.id AND d.state IN ('QUEUED', 'CLAIMED'))
                 LIMIT 100
                """)
            .query(String.class)
            .list();
    done.forEach(it -> transaction.executeWithoutResult(_ -> finish(it)));
  }

  /// Withdraws what of a job has not left yet. The job is ended first: a fan-out that is running
  /// has its row locked, and what it adds until then is withdrawn too. In a transaction.
  ///
  /// @return whether there was anything to withdraw or to end
  public boolean cancel(String id, DeliveryRecords records) {
    boolean running = jobs.end(id, Job.Status.CANCELLED);
    int withdrawn = records.cancel(id);
    if (running) {
      tell(id, Job.Status.CANCELLED);
    }
    return running || withdrawn > 0;
  }

  private void finish(String id) {
    if (jobs.end(id, Job.Status.FINISHED)) {
      tell(id, Job.Status.FINISHED);
    }
  }

  private void tell(String id, Job.Status status) {
    var progress = jobs.progress(id).orElseThrow();
    Job job = progress.job();
    if (job.campaign()) {
      outbox.append(
          new OutboundEvent(
              Topics.NOTIFY_JOB,
              id,
              status == Job.Status.FINISHED ? JobEvent.FINISHED : JobEvent.CANCELLED,
              id,
              new JobEvent(
                  id,
                  job.template(),
                  job.category(),
                  progress.recipients(),
                  counts(id),
                  clock.instant())));
    }
  }

  /// How many deliveries of a job are in each state.
  public Map<String, Long> counts(String jobId) {
    var counts = new TreeMap<String, Long>();
    jdbc.sql("SELECT state, count(*) AS n FROM delivery WHERE job_id = ? GROUP BY state")
        .param(UUID.fromString(jobId))
        .query(
            row -> {
              counts.put(row.getString("state").toLowerCase(Locale.ROOT), row.getLong("n"));
            });
    return counts;
  }

  private void purge() {
    Instant now = clock.instant();
    Instant last = purgedAt;
    if (last != null && now.isBefore(last.plus(PURGE_EVERY))) {
      return;
    }
    purgedAt = now;
    reports.purge(now.minus(properties.reportsKept()));
    delete("dedupe", "until < :before", at(now));
    delete("cap_use", "day < :before", LocalDate.ofInstant(now.minus(CAPS_KEPT), ZoneOffset.UTC));
    OffsetDateTime old = at(now.minus(properties.kept()));
    delete("attempt", "began_at < :before", old);
    delete("delivery", "updated_at < :before AND state NOT IN ('QUEUED', 'CLAIMED')", old);
    delete("job", "finished_at < :before", old);
  }

  private void delete(String table, String which, Object before) {
    jdbc.sql(
            "DELETE FROM %s WHERE ctid IN (SELECT ctid FROM %s WHERE %s LIMIT 20000)"
                .formatted(table, table, which))
        .param("before", before)
        .update();
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
