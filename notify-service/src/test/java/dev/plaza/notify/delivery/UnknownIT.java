package dev.plaza.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.notify.FakeProvider;
import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReports;
import dev.plaza.notify.provider.Outcome;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// What follows when nobody knows whether a message was sent.
class UnknownIT extends OutcomeServers {

  @Autowired private DeliveryReports reports;

  /// 1, 2 and 6: no answer is no failure. Not sent again, by nobody; a report settles it.
  @Test
  void anUnknownOutcomeIsNeverResent() {
    mailA.answer = _ -> new Outcome.Unknown("no answer after the final dot");
    mailB.answer = mailA.answer;
    String template = template("plain", "x");
    String job = toEmail(template, someone());

    awaitState(job, "unknown", 1);
    clock.advance(Duration.ofHours(3));
    String attempt = attemptOf(job);
    await()
        .during(Duration.ofSeconds(1))
        .atMost(SOON)
        .until(() -> mailA.calls() + mailB.calls() == 1);
    assertThat(outcomes(job, "attempt")).containsExactly("began", "unknown");
    reports.record(
        report(providerOf(job), "", attempt, "e1", DeliveryReport.Status.DELIVERED, false));
    assertThat(in(job, "delivered")).isEqualTo(1);
  }

  /// 77: whatever a provider throws, it is not tried for ever.
  @Test
  void whatKillsTheSendingThreadIsNotRepeated() {
    mailA.answer =
        _ -> {
          throw new StackOverflowError("a message that is too deep");
        };
    mailB.answer = mailA.answer;
    String job = toEmail(template("plain", "x"), someone());

    awaitState(job, "unknown", 1);
    assertThat(mailA.calls() + mailB.calls()).isEqualTo(1);
  }

  /// 9: thirty-two are under way when a provider stalls beyond the lease. Nobody takes them up
  /// again, and what it answers in the end is what happened.
  @Test
  void aStallLongerThanTheLeaseDoublesNothing() throws Exception {
    var stalled = new CountDownLatch(32);
    var goOn = new CountDownLatch(1);
    mailA.answer =
        it -> {
          stalled.countDown();
          try {
            if (!goOn.await(60, TimeUnit.SECONDS)) {
              throw new IllegalStateException("nobody said go on");
            }
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return FakeProvider.accept(it);
        };
    mailB.answer = mailA.answer;
    String template = template("plain", "x");
    var addresses = IntStream.range(0, 32).mapToObj(_ -> someone()).toList();
    var jobs = addresses.stream().map(it -> toEmail(template, it)).toList();
    assertThat(stalled.await(20, TimeUnit.SECONDS)).isTrue();

    clock.advance(Duration.ofMinutes(6));
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(jobs).allMatch(it -> in(it, "unknown") == 1));
    goOn.countDown();

    await().atMost(SOON).untilAsserted(() -> assertThat(jobs).allMatch(it -> in(it, "sent") == 1));
    assertThat(mailA.calls() + mailB.calls()).isEqualTo(32);
    assertThat(addresses).allMatch(it -> mails(it).size() == 1);
  }
}
