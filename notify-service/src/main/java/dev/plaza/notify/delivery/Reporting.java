package dev.plaza.notify.delivery;

import dev.plaza.notify.device.Devices;
import dev.plaza.notify.preference.Consents;
import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReports;
import dev.plaza.notify.suppression.Suppressions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Takes in what providers report. A report is stored once by (provider, event id), applied once,
/// and moves a delivery forward only. One that comes before its attempt is known waits for it.
@Component
class Reporting implements DeliveryReports {

  private static final int SWEEP_MAX = 500;

  private final JdbcClient jdbc;
  private final ReportStore store;
  private final Suppressions suppressions;
  private final Consents consents;
  private final Devices devices;
  private final DeliveryEvents events;
  private final DeliveryMetrics metrics;
  private final Clock clock;
  private final TransactionTemplate transaction;

  Reporting(
      JdbcClient jdbc,
      ReportStore store,
      Suppressions suppressions,
      Consents consents,
      Devices devices,
      DeliveryEvents events,
      DeliveryMetrics metrics,
      Clock clock,
      TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.store = store;
    this.suppressions = suppressions;
    this.consents = consents;
    this.devices = devices;
    this.events = events;
    this.metrics = metrics;
    this.clock = clock;
    this.transaction = transaction;
  }

  @Override
  public void record(DeliveryReport report) {
    recordAll(List.of(report));
  }

  @Override
  public void recordAll(List<DeliveryReport> reports) {
    transaction.executeWithoutResult(_ -> store(reports));
  }

  private void store(List<DeliveryReport> reports) {
    var fresh = store.insert(reports);
    var first =
        reports.stream()
            .filter(it -> fresh.remove(ReportStore.key(it.provider(), it.eventId())))
            .toList();
    first.forEach(it -> metrics.reported(it.provider(), it.status().name()));
    applyKnown(first);
  }

  private void applyKnown(List<DeliveryReport> reports) {
    var known = store.find(reports);
    for (var i = 0; i < reports.size(); i++) {
      var about = known.get(i);
      if (about != null) {
        apply(reports.get(i), about);
      }
    }
  }

  private void apply(DeliveryReport report, ReportStore.About about) {
    jdbc.sql(
            """
            UPDATE report SET applied = true, delivery_id = :delivery
             WHERE provider = :provider AND event_id = :event
            """)
        .param("delivery", UUID.fromString(about.deliveryId()))
        .param("provider", report.provider())
        .param("event", report.eventId())
        .update();
    answer(report, about);
    DeliveryState state = state(report.status());
    if (state != null && forward(report, about, state)) {
      boolean success = state == DeliveryState.SENT || state == DeliveryState.DELIVERED;
      if (!about.campaign() || !success) {
        events.reported(
            state,
            about.deliveryId(),
            about.jobId(),
            about.recipient(),
            about.channel(),
            about.category(),
            report.provider(),
            report.code().isEmpty() ? null : report.code(),
            clock.instant());
      }
    }
    consequences(report, about);
  }

  /// Any report about an attempt without answer is its answer: the provider had it.
  private void answer(DeliveryReport report, ReportStore.About about) {
    jdbc.sql(
            """
            UPDATE attempt SET state = 'ACCEPTED', ended_at = coalesce(ended_at, :now),
                   provider_ref = coalesce(provider_ref, nullif(:ref, ''))
             WHERE id = :id AND state IN ('STARTED', 'UNKNOWN')
            """)
        .param("now", now())
        .param("ref", report.providerRef())
        .param("id", UUID.fromString(about.attemptId()))
        .update();
  }

  private boolean forward(DeliveryReport report, ReportStore.About about, DeliveryState state) {
    return jdbc.sql(
                """
                UPDATE delivery
                   SET state = :state, lease_until = NULL, provider = :provider,
                       reason = nullif(:code, ''), updated_at = :now
                 WHERE id = :id AND state = ANY(:below)
                """)
            .param("state", state.name())
            .param("provider", report.provider())
            .param("code", report.code())
            .param("now", now())
            .param("id", UUID.fromString(about.deliveryId()))
            .param("below", state.below())
            .update()
        > 0;
  }

  private static @Nullable DeliveryState state(DeliveryReport.Status status) {
    return switch (status) {
      case PROCESSED, DEFERRED -> DeliveryState.SENT;
      case DELIVERED, OPENED, CLICKED -> DeliveryState.DELIVERED;
      case FAILED -> DeliveryState.FAILED;
      case BOUNCED -> DeliveryState.BOUNCED;
      case COMPLAINED -> DeliveryState.COMPLAINED;
      case UNSUBSCRIBED -> null;
    };
  }

  private void consequences(DeliveryReport report, ReportStore.About about) {
    if (report.status() == DeliveryReport.Status.UNSUBSCRIBED) {
      consents.set(about.recipient(), about.category(), about.channel(), false, report.provider());
    }
    if (!report.suppress()) {
      return;
    }
    String address = report.address() == null ? about.address() : report.address();
    if (address == null) {
      return;
    }
    switch (about.channel()) {
      case EMAIL, SMS ->
          suppressions.add(about.channel(), address, reason(report.status()), report.provider());
      case PUSH -> devices.prune(address, report.at());
      case IN_APP -> throw new IllegalStateException("nobody reports about the inbox");
    }
  }

  private static String reason(DeliveryReport.Status status) {
    return switch (status) {
      case COMPLAINED -> "complaint";
      case UNSUBSCRIBED -> "stop";
      case BOUNCED -> "hard_bounce";
      default -> "provider";
    };
  }

  /// Applies what came too early and has its attempt by now.
  ///
  /// @return whether there may be more
  boolean applyEarly() {
    Integer applied =
        transaction.execute(
            _ -> {
              var early =
                  jdbc.sql(
                          """
                          SELECT r.* FROM report r
                           WHERE NOT r.applied
                             AND EXISTS (
                               SELECT 1 FROM attempt a
                                WHERE a.id = r.attempt_id
                                   OR (r.provider_ref <> '' AND a.provider = r.provider
                                       AND a.provider_ref = r.provider_ref))
                           ORDER BY r.received_at LIMIT :max FOR UPDATE SKIP LOCKED
                          """)
                      .param("max", SWEEP_MAX)
                      .query((row, _) -> report(row))
                      .list();
              applyKnown(early);
              return early.size();
            });
    return applied != null && applied == SWEEP_MAX;
  }

  private static DeliveryReport report(ResultSet row) throws SQLException {
    return new DeliveryReport(
        row.getString("provider"),
        row.getString("provider_ref"),
        row.getString("attempt_id"),
        row.getString("event_id"),
        DeliveryReport.Status.valueOf(row.getString("status")),
        row.getString("address"),
        row.getObject("at", OffsetDateTime.class).toInstant(),
        row.getString("code"),
        row.getString("detail"),
        row.getBoolean("suppress"));
  }

  int purge(Instant before) {
    return jdbc.sql("DELETE FROM report WHERE NOT applied AND received_at < ?")
        .param(before.atOffset(ZoneOffset.UTC))
        .update();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
