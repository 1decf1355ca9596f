package dev.plaza.notify.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReport.Status;
import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Fixtures.Hands;
import dev.plaza.notify.provider.Secret;
import dev.plaza.notify.webhook.WebhookSettings.Kind;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class SesWebhookTests {

  private static final String TOPIC = "arn:aws:sns:eu-central-1:123456789012:ses-events";
  private static final String CERTIFICATE =
      "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-abc123.pem";

  private final Hands clock = new Hands(Fixtures.NOW);
  private final List<URI> fetched = new ArrayList<>();
  private boolean offline;
  private final SesWebhook webhook =
      new SesWebhook(
          "ses",
          new WebhookSettings(Kind.SES, new Secret(""), "", List.of(TOPIC), null),
          this::fetch,
          clock);

  private byte[] fetch(URI uri) throws IOException {
    fetched.add(uri);
    if (offline) {
      throw new IOException("offline");
    }
    return Fixtures.file("sns.pem").getBytes(StandardCharsets.US_ASCII);
  }

  private static PrivateKey key() throws Exception {
    var base64 = Fixtures.file("sns.key").replaceAll("-----[A-Z ]+-----|\\s", "");
    return KeyFactory.getInstance("RSA")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }

  private static Map<String, String> notification(String message) {
    var fields = new LinkedHashMap<String, String>();
    fields.put("Type", "Notification");
    fields.put("MessageId", "m-1");
    fields.put("TopicArn", TOPIC);
    fields.put("Message", message);
    fields.put("Timestamp", "2026-12-01T11:59:00.000Z");
    fields.put("SigningCertURL", CERTIFICATE);
    return fields;
  }

  private static Call signed(Map<String, String> fields, String version) throws Exception {
    var names =
        fields.get("Type").equals("Notification")
            ? List.of("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type")
            : List.of(
                "Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type");
    var text = new StringBuilder();
    for (var name : names) {
      if (fields.containsKey(name)) {
        text.append(name).append('\n').append(fields.get(name)).append('\n');
      }
    }
    var signer = Signature.getInstance(version.equals("1") ? "SHA1withRSA" : "SHA256withRSA");
    signer.initSign(key());
    signer.update(text.toString().getBytes(StandardCharsets.UTF_8));
    var all = new LinkedHashMap<>(fields);
    all.put("SignatureVersion", version);
    all.put("Signature", Base64.getEncoder().encodeToString(signer.sign()));
    return json(all);
  }

  private static Call json(Map<String, String> fields) {
    return Calls.of(Map.of(), JsonMapper.shared().writeValueAsString(fields));
  }

  private static final String DELIVERY =
      """
      {"eventType":"Delivery","mail":{"messageId":"ses-1","timestamp":"2026-12-01T11:58:00Z",
      "destination":["a@x.example"],"tags":{"attempt_id":["att-1"]}},
      "delivery":{"timestamp":"2026-12-01T11:58:30Z","recipients":["a@x.example"],"smtpResponse":"250 ok"}}
      """;

  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  void believesBothVersionsOfTheSignature(String version) throws Exception {
    var reports = webhook.read(signed(notification(DELIVERY), version)).reports();

    assertThat(reports).hasSize(1);
    assertThat(reports.getFirst().status()).isEqualTo(Status.DELIVERED);
    assertThat(reports.getFirst().providerRef()).isEqualTo("ses-1");
    assertThat(reports.getFirst().attemptId()).isEqualTo("att-1");
  }

  @Test
  void signsTheSubjectWhereThereIsOne() throws Exception {
    var fields = notification(DELIVERY);
    fields.put("Subject", "Amazon SES");

    assertThat(webhook.read(signed(fields, "2")).reports()).hasSize(1);
  }

  @Test
  void fetchesACertificateOnce() throws Exception {
    for (var i = 0; i < 5; i++) {
      webhook.read(signed(notification(DELIVERY), "2"));
    }
    assertThat(fetched).containsExactly(URI.create(CERTIFICATE));
  }

  @Test
  void doesNotAskAgainAndAgainForACertificateThatIsNotThere() throws Exception {
    offline = true;
    for (var i = 0; i < 5; i++) {
      Calls.refused(webhook, signed(notification(DELIVERY), "2"), "unavailable");
    }
    assertThat(fetched).hasSize(1);
  }

  @Test
  void believesNothingThatWasChanged() throws Exception {
    var fields = notification(DELIVERY);
    var body = new String(signed(fields, "2").body(), StandardCharsets.UTF_8);

    Calls.refused(webhook, Calls.of(Map.of(), body.replace("250 ok", "251 ok")), "bad_signature");
    Calls.refused(
        webhook,
        Calls.of(
            Map.of(), body.replace("\"SignatureVersion\":\"2\"", "\"SignatureVersion\":\"3\"")),
        "bad_signature");
    Calls.refused(webhook, json(fields), "bad_signature");
  }

  /// Nobody makes us fetch from elsewhere.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-abc.pem",
        "https://sns.eu-central-1.amazonaws.com.evil.example/SimpleNotificationService-abc.pem",
        "https://evil.example/SimpleNotificationService-abc.pem",
        "https://sns.eu-central-1.amazonaws.com@evil.example/SimpleNotificationService-abc.pem",
        "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-abc.pem",
        "https://sns.eu-central-1.amazonaws.com:8443/SimpleNotificationService-abc.pem",
        "https://sns.eu-central-1.amazonaws.com/other/SimpleNotificationService-abc.pem",
        "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-abc.pem?x=1",
        "https://sns.eu-central-1.amazonaws.com/..%2fSimpleNotificationService-abc.pem",
        "https://169.254.169.254/SimpleNotificationService-abc.pem",
        "file:///etc/passwd",
        ""
      })
  void fetchesFromAmazonOnly(String url) throws Exception {
    var fields = notification(DELIVERY);
    fields.put("SigningCertURL", url);

    Calls.refused(webhook, signed(fields, "2"), "bad_signature");
    assertThat(fetched).isEmpty();
  }

  @Test
  void looksAtConfiguredTopicsOnly() throws Exception {
    var fields = notification(DELIVERY);
    fields.put("TopicArn", TOPIC + "-other");

    Calls.refused(webhook, signed(fields, "2"), "not_allowed");
    assertThat(fetched).isEmpty();
  }

  @Test
  void believesNothingOld() throws Exception {
    clock.forward(Duration.ofMinutes(61));
    Calls.refused(webhook, signed(notification(DELIVERY), "2"), "stale");
  }

  private static Map<String, String> subscription(String url) {
    var fields = notification("confirm?");
    fields.put("Type", "SubscriptionConfirmation");
    fields.put("Token", "t");
    fields.put("SubscribeURL", url);
    return fields;
  }

  @Test
  void confirmsTheSubscriptionOfItsTopic() throws Exception {
    var url =
        "https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn="
            + TOPIC
            + "&Token=t";

    assertThat(webhook.read(signed(subscription(url), "2")).reports()).isEmpty();
    assertThat(fetched).contains(URI.create(url));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://sns.eu-central-1.amazonaws.com/?Action=DeleteTopic&TopicArn=" + TOPIC,
        "https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn="
            + TOPIC
            + "x",
        "https://evil.example/?Action=ConfirmSubscription&TopicArn=" + TOPIC,
        "http://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=" + TOPIC
      })
  void confirmsNothingElse(String url) throws Exception {
    Calls.refused(webhook, signed(subscription(url), "2"), "not_allowed");
    assertThat(fetched).containsExactly(URI.create(CERTIFICATE));
  }

  private List<DeliveryReport> read(String event) throws Exception {
    return webhook.read(signed(notification(event), "2")).reports();
  }

  /// Case 63: three were written to, two bounced, two are suppressed.
  @Test
  void suppressesOnlyThoseThatBounced() throws Exception {
    var reports =
        read(
            """
            {"notificationType":"Bounce","mail":{"messageId":"ses-1",
            "destination":["a@x.example","b@x.example","c@x.example"]},
            "bounce":{"bounceType":"Permanent","bounceSubType":"General","bouncedRecipients":[
            {"emailAddress":"A <a@x.example>","status":"5.1.1"},{"emailAddress":"c@x.example"}]}}
            """);

    assertThat(reports)
        .extracting(DeliveryReport::address)
        .containsExactly("a@x.example", "c@x.example");
    assertThat(reports).allMatch(it -> it.suppress() && it.status() == Status.BOUNCED);
    assertThat(reports).extracting(DeliveryReport::eventId).doesNotHaveDuplicates();
  }

  @Test
  void suppressesNobodyForAPassingBounce() throws Exception {
    var reports =
        read(
            """
            {"eventType":"Bounce","mail":{"messageId":"ses-1","destination":["a@x.example"]},
            "bounce":{"bounceType":"Transient","bounceSubType":"MailboxFull",
            "bouncedRecipients":[{"emailAddress":"a@x.example"}]}}
            """);

    assertThat(reports).allMatch(it -> !it.suppress() && it.status() == Status.FAILED);
  }

  @Test
  void readsDelaysAndComplaints() throws Exception {
    assertThat(
            read(
                "{\"eventType\":\"DeliveryDelay\",\"mail\":{\"messageId\":\"1\"},\"deliveryDelay\":"
                    + "{\"delayedRecipients\":[{\"emailAddress\":\"a@x.example\"}]}}"))
        .extracting(DeliveryReport::status)
        .containsExactly(Status.DEFERRED);
    assertThat(
            read(
                "{\"eventType\":\"Complaint\",\"mail\":{\"messageId\":\"1\"},\"complaint\":"
                    + "{\"complainedRecipients\":[{\"emailAddress\":\"a@x.example\"}]}}"))
        .allMatch(it -> it.status() == Status.COMPLAINED && it.suppress());
    assertThat(read("{\"eventType\":\"Send\",\"mail\":{\"messageId\":\"1\"},\"send\":{}}"))
        .extracting(DeliveryReport::status)
        .containsExactly(Status.PROCESSED);
    assertThat(read("{\"eventType\":\"Later\"}")).isEmpty();
  }
}
