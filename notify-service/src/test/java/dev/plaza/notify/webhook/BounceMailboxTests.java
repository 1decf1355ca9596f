package dev.plaza.notify.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReport.Status;
import dev.plaza.notify.provider.DeliveryReports;
import dev.plaza.notify.provider.Secret;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Bounces that come by mail to the bounce address, on a real mail server.
class BounceMailboxTests {

  private static final String DSN =
      """
      From: MAILER-DAEMON@mx.example
      To: b+%s@bounce.example
      Subject: Undelivered Mail
      MIME-Version: 1.0
      Content-Type: multipart/report; report-type=delivery-status; boundary="b0"

      --b0
      Content-Type: text/plain

      No.
      --b0
      Content-Type: message/delivery-status

      Reporting-MTA: dns; mx.example

      Final-Recipient: rfc822; %s
      Action: failed
      Status: 5.1.1
      Diagnostic-Code: smtp; 550 no such user

      --b0--
      """;

  private final List<DeliveryReport> reports = new ArrayList<>();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private GreenMail server;
  private GreenMailUser user;

  @BeforeEach
  void start() {
    server =
        new GreenMail(
            new ServerSetup[] {
              new ServerSetup(0, "127.0.0.1", "imap"), new ServerSetup(0, "127.0.0.1", "pop3")
            });
    server.start();
    user = server.setUser("b@bounce.example", "bounces", "secret");
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  private BounceMailbox mailbox(String protocol, int batch) {
    int port = protocol.equals("imap") ? server.getImap().getPort() : server.getPop3().getPort();
    return new BounceMailbox(
        "smtp",
        new BounceMailboxes.Settings(
            protocol,
            "127.0.0.1",
            port,
            "bounces",
            new Secret("secret"),
            "INBOX",
            batch,
            Duration.ofSeconds(5)),
        Clock.systemUTC());
  }

  private void arrive(String mail) throws Exception {
    user.deliver(
        new MimeMessage(
            Session.getInstance(new Properties()),
            new ByteArrayInputStream(
                mail.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1))));
  }

  private int left() {
    return server.getReceivedMessages().length;
  }

  @ParameterizedTest
  @ValueSource(strings = {"imap", "pop3"})
  void readsBouncesOnceAndEmptiesTheMailbox(String protocol) throws Exception {
    arrive(DSN.formatted("attempt-1", "ana@x.example"));
    arrive("From: ana@x.example\nTo: b+attempt-2@bounce.example\nSubject: Away\n\nI am away.\n");
    arrive(DSN.formatted("attempt-3", "ben@x.example"));
    arrive(DSN.formatted("attempt-4", "eve@x.example").replace("b+attempt-4@", "b@"));
    var mailbox = mailbox(protocol, 3);

    assertThat(mailbox.collect(reports::add, meters)).as("more than a batch").isTrue();
    assertThat(mailbox.collect(reports::add, meters)).isFalse();

    assertThat(reports)
        .extracting(DeliveryReport::attemptId, DeliveryReport::status, DeliveryReport::suppress)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("attempt-1", Status.BOUNCED, true),
            org.assertj.core.groups.Tuple.tuple("attempt-3", Status.BOUNCED, true));
    assertThat(left()).isZero();
    assertThat(mailbox.collect(reports::add, meters)).isFalse();
    assertThat(reports).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"imap", "pop3"})
  void keepsWhatCouldNotBeStored(String protocol) throws Exception {
    arrive(DSN.formatted("attempt-1", "ana@x.example"));
    arrive(DSN.formatted("attempt-2", "ben@x.example"));
    DeliveryReports failing =
        it -> {
          if ("attempt-2".equals(it.attemptId())) {
            throw new IllegalStateException("the database is away");
          }
          reports.add(it);
        };
    var mailbox = mailbox(protocol, 10);

    assertThatThrownBy(() -> mailbox.collect(failing, meters)).hasMessageContaining("away");
    assertThat(left()).isEqualTo(1);
    mailbox.collect(reports::add, meters);

    assertThat(reports)
        .extracting(DeliveryReport::attemptId)
        .containsExactly("attempt-1", "attempt-2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"imap", "pop3"})
  void waitsForAServerThatIsAway(String protocol) {
    var mailbox = mailbox(protocol, 10);
    server.stop();

    assertThat(mailbox.collect(reports::add, meters)).isFalse();
    assertThat(meters.counter("notify.bounces.failed", "provider", "smtp").count()).isEqualTo(1);
  }
}
