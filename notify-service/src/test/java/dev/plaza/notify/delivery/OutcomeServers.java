package dev.plaza.notify.delivery;

import dev.plaza.notify.NotifyServers;
import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outgoing;
import java.time.Instant;

/// Words of the tests about what follows from the answers of providers.
abstract class OutcomeServers extends NotifyServers {

  static Outcome down(Outgoing message) {
    return new Outcome.Transient("refused", "connection refused", null, Outcome.Scope.PROVIDER);
  }

  String someone() {
    return fresh("x") + "@plaza.example";
  }

  String attemptOf(String job) {
    return jdbc.sql(
            "SELECT a.id::text FROM attempt a JOIN delivery d ON d.id = a.delivery_id WHERE"
                + " d.job_id = ?::uuid")
        .param(job)
        .query(String.class)
        .single();
  }

  String providerOf(String job) {
    return deliveries(job).getFirst().get("provider").asString();
  }

  static DeliveryReport report(
      String provider,
      String ref,
      String attempt,
      String event,
      DeliveryReport.Status status,
      boolean suppress) {
    return new DeliveryReport(
        provider,
        ref,
        attempt,
        event + "-" + provider + ref + attempt,
        status,
        null,
        Instant.parse("2026-12-01T00:00:00Z"),
        "",
        "",
        suppress);
  }
}
