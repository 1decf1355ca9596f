package dev.plaza.notify.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReport.Status;
import dev.plaza.notify.provider.Fixtures.Hands;
import dev.plaza.notify.webhook.WebhookSettings.Kind;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendGridWebhookTests {

  /// The provider's published vector; its body ends in a line break that is part of the signature.
  private static final String KEY =
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw"
          + "+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==";
  private static final String TIMESTAMP = "1600112502";
  private static final String SIGNATURE =
      "MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=";
  private static final String BODY =
      "[{\"email\":\"hello@world.com\",\"event\":\"dropped\",\"reason\":\"Bounced Address\","
          + "\"sg_event_id\":\"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA\","
          + "\"sg_message_id\":\"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0\","
          + "\"smtp-id\":\"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>\","
          + "\"timestamp\":1600112492}]\r\n";

  private final Hands clock = new Hands(Instant.ofEpochSecond(1_600_112_510));
  private final Webhook webhook =
      new SendGridWebhook("sg", Calls.settings(Kind.SENDGRID, KEY), clock);

  private static Call call(String timestamp, String signature, String body) {
    return Calls.of(
        Map.of(SendGridWebhook.TIMESTAMP, timestamp, SendGridWebhook.SIGNATURE, signature), body);
  }

  @Test
  void believesThePublishedVector() {
    var reports = webhook.read(call(TIMESTAMP, SIGNATURE, BODY)).reports();

    assertThat(reports).hasSize(1);
    var report = reports.getFirst();
    assertThat(report.providerRef()).isEqualTo("LRzXl_NHStOGhQ4kofSm_A");
    assertThat(report.eventId()).isEqualTo("ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA");
    assertThat(report.status()).isEqualTo(Status.FAILED);
    assertThat(report.suppress()).isTrue();
    assertThat(report.at()).isEqualTo(Instant.ofEpochSecond(1_600_112_492));
  }

  /// Case 69: raw bytes count, down to the line break at the end.
  @Test
  void believesNothingThatDiffersByAByte() {
    Calls.refused(webhook, call(TIMESTAMP, SIGNATURE, BODY.stripTrailing()), "bad_signature");
    Calls.refused(webhook, call(TIMESTAMP, SIGNATURE, BODY.replace(",", ", ")), "bad_signature");
    Calls.refused(webhook, call("1600112503", SIGNATURE, BODY), "bad_signature");
    Calls.refused(webhook, call(TIMESTAMP, "", BODY), "bad_signature");
    Calls.refused(webhook, call(TIMESTAMP, "not base64!", BODY), "bad_signature");
    Calls.refused(webhook, Calls.of(Map.of(), BODY), "bad_signature");
  }

  @Test
  void believesNothingOld() {
    clock.forward(Duration.ofMinutes(11));
    Calls.refused(webhook, call(TIMESTAMP, SIGNATURE, BODY), "stale");
  }

  private static DeliveryReport read(String events) throws Exception {
    return readAll(events).getFirst();
  }

  private static List<DeliveryReport> readAll(String events) throws Exception {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair keys = generator.generateKeyPair();
    var signer = Signature.getInstance("SHA256withECDSA");
    signer.initSign(keys.getPrivate());
    signer.update(("1000" + events).getBytes(StandardCharsets.UTF_8));
    var signature = Base64.getEncoder().encodeToString(signer.sign());
    var key = Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
    return new SendGridWebhook(
            "sg", Calls.settings(Kind.SENDGRID, key), new Hands(Instant.ofEpochSecond(1_000)))
        .read(call("1000", signature, events))
        .reports();
  }

  /// Case 63: `blocked` is no hard bounce.
  @ParameterizedTest
  @CsvSource({
    "processed,,PROCESSED,false",
    "deferred,,DEFERRED,false",
    "delivered,,DELIVERED,false",
    "bounce,bounce,BOUNCED,true",
    "bounce,blocked,FAILED,false",
    "dropped,,FAILED,false",
    "spamreport,,COMPLAINED,true",
    "unsubscribe,,UNSUBSCRIBED,false",
    "open,,OPENED,false",
    "click,,CLICKED,false"
  })
  void tellsWhatHappened(String event, String type, Status status, boolean suppress)
      throws Exception {
    var report =
        read(
            "[{\"event\":\"%s\",\"type\":\"%s\",\"sg_event_id\":\"e\",\"sg_message_id\":\"m.x\",\"attempt_id\":\"a\",\"timestamp\":1}]"
                .formatted(event, type));

    assertThat(report.status()).isEqualTo(status);
    assertThat(report.suppress()).isEqualTo(suppress);
    assertThat(report.attemptId()).isEqualTo("a");
  }

  @Test
  void leavesOutWhatItDoesNotKnowAndKeepsTheRest() throws Exception {
    assertThat(
            readAll(
                "[{\"event\":\"new_thing\",\"sg_event_id\":\"1\"},7,null,{\"event\":\"open\"},"
                    + "{\"event\":\"open\",\"sg_event_id\":\"2\",\"sg_message_id\":null}]"))
        .extracting(DeliveryReport::eventId)
        .containsExactly("2");
  }
}
