package dev.plaza.notify.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.provider.DeliveryReport.Status;
import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Fixtures.Hands;
import dev.plaza.notify.provider.Secret;
import dev.plaza.notify.provider.Signatures;
import dev.plaza.notify.webhook.WebhookSettings.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtherWebhookTests {

  private final Hands clock = new Hands(Fixtures.NOW);

  // --- Twilio ---

  private static final String FORM =
      "Digits=1234&CallSid=CA1234567890ABCDE&To=%2B18005551212&Caller=%2B14158675309"
          + "&From=%2B14158675309";

  private static boolean isGood(String url, String query, String signature, String body) {
    return TwilioSignature.isGood(
        "12345",
        url,
        Calls.of(
            query,
            Map.of(TwilioSignature.HEADER, signature),
            body.getBytes(StandardCharsets.UTF_8)));
  }

  /// The provider's published vectors; case 67: with and without the port.
  @ParameterizedTest
  @CsvSource({
    "https://mycompany.com/myapp.php,RSOYDt4T1cUTdK1PDd93/VVr8B8=",
    "https://mycompany.com:443/myapp.php,RSOYDt4T1cUTdK1PDd93/VVr8B8=",
    "https://mycompany.com/myapp.php,kvajT1Ptam85bY51eRf/AJRuM3w=",
    "https://mycompany.com:443/myapp.php,kvajT1Ptam85bY51eRf/AJRuM3w=",
    "http://mycompany.com:1234/myapp.php,Zmvh+3yNM1Phv2jhDCwEM3q5ebU=",
    "http://mycompany.com/myapp.php,0ZXoZLH/DfblKGATFgpif+LLRf4=",
    "http://mycompany.com:80/myapp.php,0ZXoZLH/DfblKGATFgpif+LLRf4="
  })
  void believesThePublishedVectors(String url, String signature) {
    assertThat(isGood(url, "foo=1&bar=2", signature, FORM)).isTrue();
    assertThat(isGood(url, "foo=1&bar=2", signature, FORM + "&x=")).isFalse();
    assertThat(isGood(url, "foo=1&bar=3", signature, FORM)).isFalse();
    assertThat(isGood("https://other.example/myapp.php", "foo=1&bar=2", signature, FORM)).isFalse();
  }

  @Test
  void believesTheHashOfAJsonBody() {
    var query =
        "foo=1&bar=2&bodySHA256=0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620";
    var body = "{\"property\": \"value\", \"boolean\": true}";
    var signature = "a9nBmqA0ju/hNViExpshrM61xv4=";

    assertThat(isGood("https://mycompany.com/myapp.php", query, signature, body)).isTrue();
    assertThat(isGood("https://mycompany.com/myapp.php", query, signature, body + " ")).isFalse();
  }

  private static Call twilio(String query, String form) {
    var url = "https://plaza.example/w" + (query.isEmpty() ? "" : "?" + query);
    var signature =
        TwilioSignature.sign("tok", url + TwilioSignature.joined(Call.parameters(form)));
    return Calls.of(
        query,
        Map.of(TwilioSignature.HEADER, signature, "X-Forwarded-Host", "evil.example"),
        form.getBytes(StandardCharsets.UTF_8));
  }

  /// Case 67: empty values and repeated keys are part of what is signed.
  @ParameterizedTest
  @CsvSource({
    "delivered,,DELIVERED,false",
    "sent,,PROCESSED,false",
    "undelivered,30003,FAILED,false",
    "undelivered,30005,BOUNCED,true",
    "failed,30006,BOUNCED,true",
    "undelivered,30007,FAILED,false",
    "failed,21610,FAILED,true"
  })
  void readsStatusCallbacks(String status, String error, Status expected, boolean suppress) {
    var webhook = new TwilioWebhook("twilio", Calls.settings(Kind.TWILIO, "tok"), clock);
    var form =
        "MessageSid=SM1&To=%2B436601&Empty=&Twice=b&Twice=a&MessageStatus="
            + status
            + (error == null ? "" : "&ErrorCode=" + error);

    var report = webhook.read(twilio("attempt=att-1", form)).reports().getFirst();

    assertThat(report.status()).isEqualTo(expected);
    assertThat(report.suppress()).isEqualTo(suppress);
    assertThat(report.providerRef()).isEqualTo("SM1");
    assertThat(report.attemptId()).isEqualTo("att-1");
    assertThat(report.eventId()).isEqualTo("SM1:" + status);
    Calls.refused(webhook, Calls.of(Map.of(), form), "bad_signature");
  }

  @Test
  void hearsAStop() {
    var webhook = new TwilioWebhook("twilio", Calls.settings(Kind.TWILIO, "tok"), clock);

    var report =
        webhook
            .read(twilio("", "MessageSid=SM2&From=%2B436601&Body=STOP&OptOutType=STOP"))
            .reports()
            .getFirst();

    assertThat(report.status()).isEqualTo(Status.UNSUBSCRIBED);
    assertThat(report.address()).isEqualTo("+436601");
    assertThat(report.suppress()).isTrue();
  }

  // --- Mailgun ---

  private Call mailgun(String token, String event) {
    var timestamp = Long.toString(clock.instant().getEpochSecond());
    var signature = Signatures.hex(Signatures.hmac("HmacSHA256", "key", timestamp + token));
    return Calls.of(
        Map.of(),
        "{\"signature\":{\"timestamp\":\"%s\",\"token\":\"%s\",\"signature\":\"%s\"},\"event-data\":%s}"
            .formatted(timestamp, token, signature, event));
  }

  private static String event(String event, String severity, String reason) {
    return "{\"id\":\"e1\",\"timestamp\":1796126400.5,\"event\":\"%s\",\"severity\":\"%s\",\"reason\":\"%s\",\"recipient\":\"a@x.example\",\"delivery-status\":null,\"message\":{\"headers\":{\"message-id\":\"m-1@plaza.example\"}},\"user-variables\":{\"attempt_id\":\"att-1\"}}"
        .formatted(event, severity, reason);
  }

  /// Case 69: a missing delivery status is no error; `temporary` is deferred.
  @ParameterizedTest
  @CsvSource({
    "accepted,,,PROCESSED,false",
    "delivered,,,DELIVERED,false",
    "failed,temporary,generic,DEFERRED,false",
    "failed,permanent,bounce,BOUNCED,true",
    "failed,permanent,suppress-bounce,BOUNCED,true",
    "failed,permanent,espblock,FAILED,false",
    "failed,permanent,suppress-complaint,FAILED,true",
    "rejected,,,FAILED,false",
    "complained,,,COMPLAINED,true",
    "unsubscribed,,,UNSUBSCRIBED,false"
  })
  void readsMailgunsEvents(
      String event, String severity, String reason, Status status, boolean suppress) {
    var webhook = new MailgunWebhook("mg", Calls.settings(Kind.MAILGUN, "key"), clock);

    var report = webhook.read(mailgun("t1", event(event, severity, reason))).reports().getFirst();

    assertThat(report.status()).isEqualTo(status);
    assertThat(report.suppress()).isEqualTo(suppress);
    assertThat(report.providerRef()).isEqualTo("m-1@plaza.example");
    assertThat(report.attemptId()).isEqualTo("att-1");
  }

  /// Case 69: a token counts once, but only once what it brought is stored.
  @Test
  void ignoresATokenThatWasUsed() {
    var webhook = new MailgunWebhook("mg", Calls.settings(Kind.MAILGUN, "key"), clock);
    var call = mailgun("t1", event("delivered", "", ""));

    assertThat(webhook.read(call).reports()).hasSize(1);
    var second = webhook.read(call);
    assertThat(second.reports()).hasSize(1);
    second.recorded().run();
    assertThat(webhook.read(call).reports()).isEmpty();
    assertThat(webhook.read(mailgun("t2", event("opened", "", ""))).reports()).hasSize(1);
  }

  @Test
  void believesNeitherForgedNorOldCalls() {
    var webhook = new MailgunWebhook("mg", Calls.settings(Kind.MAILGUN, "key"), clock);
    var call = mailgun("t1", event("delivered", "", ""));
    var other = new MailgunWebhook("mg", Calls.settings(Kind.MAILGUN, "other"), clock);

    Calls.refused(other, call, "bad_signature");
    Calls.refused(webhook, Calls.of(Map.of(), "{}"), "bad_signature");
    Calls.refused(webhook, Calls.of(Map.of(), "[[["), "malformed");
    clock.forward(Duration.ofMinutes(16));
    Calls.refused(webhook, call, "stale");
  }

  // --- Kannel ---

  @Test
  void readsKannelsReports() {
    var webhook = new KannelWebhook("kannel", Calls.settings(Kind.KANNEL, "key"), clock);
    var mac = Signatures.hex(Signatures.hmac("HmacSHA256", "key", "att-1"));
    var query = "attempt=att-1&mac=" + mac + "&ref=9&reply=ACK%2F&status=";

    assertThat(webhook.read(Calls.of(query + "1", Map.of(), new byte[0])).reports().getFirst())
        .satisfies(it -> assertThat(it.status()).isEqualTo(Status.DELIVERED))
        .satisfies(it -> assertThat(it.attemptId()).isEqualTo("att-1"));
    assertThat(
            webhook
                .read(Calls.of(query + "16", Map.of(), new byte[0]))
                .reports()
                .getFirst()
                .status())
        .isEqualTo(Status.FAILED);
    Calls.refused(
        webhook,
        Calls.of(query.replace("att-1", "att-2") + "1", Map.of(), new byte[0]),
        "bad_signature");
  }

  // --- bounces ---

  private static String bounce(String action, String status, String type) {
    return """
        From: MAILER-DAEMON@mx.example
        To: b+%s@bounce.plaza.example
        Subject: Undelivered
        Content-Type: %s; boundary="b"

        --b
        Content-Type: text/plain

        Sorry.

        --b
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.example

        Final-Recipient: rfc822; ana@example.org
        Action: %s
        Status: %s
        Diagnostic-Code: smtp; 550 user unknown

        --b
        Content-Type: text/rfc822-headers

        Message-ID: <m-1@plaza.example>

        --b--
        """
        .formatted(Fixtures.ATTEMPT, type, action, status)
        .replace("\n", "\r\n");
  }

  private static final String REPORT = "multipart/report; report-type=delivery-status";

  private Call forwarded(String mail) {
    var timestamp = Long.toString(clock.instant().getEpochSecond());
    var mac = Signatures.hmac("HmacSHA256", "key", "id1." + timestamp + "." + mail);
    return Calls.of(
        Map.of(
            BounceWebhook.ID,
            "id1",
            BounceWebhook.TIMESTAMP,
            timestamp,
            BounceWebhook.SIGNATURE,
            "v1,old v1," + Base64.getEncoder().encodeToString(mac)),
        mail);
  }

  @ParameterizedTest
  @CsvSource({
    "failed,5.1.1,BOUNCED,true",
    "failed,5.7.1,FAILED,false",
    "failed,5.2.2,FAILED,false",
    "delayed,4.7.1,DEFERRED,false",
    "delivered,2.0.0,DELIVERED,false"
  })
  void readsBounces(String action, String code, Status status, boolean suppress) {
    var webhook = new BounceWebhook("smtp", Calls.settings(Kind.BOUNCE, "key"), clock);

    var report = webhook.read(forwarded(bounce(action, code, REPORT))).reports().getFirst();

    assertThat(report.status()).isEqualTo(status);
    assertThat(report.suppress()).isEqualTo(suppress);
    assertThat(report.attemptId()).isEqualTo(Fixtures.ATTEMPT);
    assertThat(report.providerRef()).isEqualTo("m-1@plaza.example");
    assertThat(report.address()).isEqualTo("ana@example.org");
    assertThat(report.code()).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"multipart/mixed", "multipart/report; report-type=disposition-notification"})
  void takesNothingElseForABounce(String type) {
    var webhook = new BounceWebhook("smtp", Calls.settings(Kind.BOUNCE, "key"), clock);

    assertThat(webhook.read(forwarded(bounce("failed", "5.1.1", type))).reports()).isEmpty();
    assertThat(
            webhook
                .read(
                    forwarded("From: a@x\r\nTo: b+1@y\r\nSubject: Re: away\r\n\r\nI am away.\r\n"))
                .reports())
        .isEmpty();
    Calls.refused(webhook, Calls.of(Map.of(), bounce("failed", "5.1.1", REPORT)), "bad_signature");
  }

  // --- all ---

  /// Case 67: without a key nobody is believed.
  @ParameterizedTest
  @ValueSource(strings = {"SENDGRID", "MAILGUN", "TWILIO", "KANNEL", "BOUNCE"})
  void believesNobodyWithoutAKey(Kind kind) {
    var settings = new WebhookSettings(kind, new Secret(""), "https://x.example", List.of(), null);
    var webhooks =
        new Webhooks(new WebhookProperties(Map.of("p", settings)), _ -> new byte[0], clock);

    Calls.refused(webhooks.of("p").orElseThrow(), Calls.of(Map.of(), "{}"), "bad_signature");
    assertThat(webhooks.of("other")).isEmpty();
  }
}
