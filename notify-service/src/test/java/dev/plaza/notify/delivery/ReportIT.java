package dev.plaza.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReports;
import dev.plaza.notify.provider.Outcome;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// What providers report afterwards.
class ReportIT extends OutcomeServers {

  @Autowired private DeliveryReports reports;

  /// 65: reports only move a message forward, each counts once, in any order.
  @Test
  void reportsMoveForwardOnly() {
    String template = template("plain", "x");
    for (var order :
        List.of(
            List.of(DeliveryReport.Status.DELIVERED, DeliveryReport.Status.PROCESSED),
            List.of(DeliveryReport.Status.BOUNCED, DeliveryReport.Status.DELIVERED),
            List.of(DeliveryReport.Status.DELIVERED, DeliveryReport.Status.BOUNCED),
            List.of(DeliveryReport.Status.COMPLAINED, DeliveryReport.Status.DELIVERED),
            List.of(DeliveryReport.Status.DELIVERED, DeliveryReport.Status.DELIVERED))) {
      String job = toEmail(template, someone());
      awaitState(job, "sent", 1);
      String ref = "ref-" + attemptOf(job);
      String provider = providerOf(job);
      for (int i = 0; i < order.size(); i++) {
        var report = report(provider, ref, null, "e" + i, order.get(i), false);
        reports.record(report);
        reports.record(report);
        reports.record(report);
      }
      String expected =
          order.stream()
              .max(java.util.Comparator.comparing(Enum::ordinal))
              .orElseThrow()
              .name()
              .toLowerCase(java.util.Locale.ROOT);
      assertThat(in(job, expected)).as(order + " " + job(job)).isEqualTo(1);
      assertThat(
              jdbc.sql("SELECT count(*) FROM report WHERE provider_ref = ?")
                  .param(ref)
                  .query(Long.class)
                  .single())
          .isEqualTo(order.size());
    }
  }

  /// 66: a report that comes before our own "sent" is written waits for it.
  @Test
  void earlyReportsAreKept() throws Exception {
    var reported = new CountDownLatch(1);
    var calling = new CountDownLatch(1);
    mailA.answer =
        it -> {
          calling.countDown();
          try {
            if (!reported.await(10, TimeUnit.SECONDS)) {
              throw new IllegalStateException("no report came");
            }
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return new Outcome.Accepted("early-" + it.attemptId());
        };
    mailB.answer = mailA.answer;
    String to = someone();
    String job = toEmail(template("plain", "x"), to);
    assertThat(calling.await(10, TimeUnit.SECONDS)).isTrue();
    String provider =
        await().atMost(SOON).until(() -> providerOf(job), it -> it != null && !it.isEmpty());
    reports.record(
        report(
            provider, "early-" + attemptOf(job), null, "e", DeliveryReport.Status.BOUNCED, true));
    reported.countDown();

    awaitState(job, "bounced", 1);
    mailA.reset();
    mailB.reset();
    awaitState(toEmail(template("plain", "y"), to), "skipped", 1);
  }
}
