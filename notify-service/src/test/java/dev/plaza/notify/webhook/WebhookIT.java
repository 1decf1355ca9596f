package dev.plaza.notify.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.infra.TestInfra;
import dev.plaza.notify.provider.Signatures;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// Providers call over HTTP, without a token of ours, on real servers.
///
/// With `-Dplaza.bench=true` the last test prints how many events are taken per second.
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "notify.unsubscribe.secret=of-tests-only",
      "notify.webhooks.sendgrid.kind=sendgrid",
      "notify.webhooks.twilio.kind=twilio",
      "notify.webhooks.twilio.key=tok",
      "notify.webhooks.twilio.url=https://plaza.example/webhooks/twilio",
      "notify.webhooks.mailgun.kind=mailgun"
    })
class WebhookIT {

  private static final KeyPair KEYS = keys();

  @LocalServerPort private int port;
  @Autowired private JdbcClient jdbc;

  private final HttpClient http = HttpClient.newHttpClient();

  private static KeyPair keys() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @DynamicPropertySource
  static void servers(DynamicPropertyRegistry registry) {
    TestInfra.register(registry::add, "plaza_notify");
    var key = Base64.getEncoder().encodeToString(KEYS.getPublic().getEncoded());
    registry.add("notify.webhooks.sendgrid.key", () -> key);
  }

  private HttpResponse<String> call(
      String method, String path, Map<String, String> headers, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .timeout(Duration.ofSeconds(60))
            .method(method, BodyPublishers.ofString(body));
    headers.forEach(request::header);
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> sendGrid(String events) throws Exception {
    var timestamp = Long.toString(Instant.now().getEpochSecond());
    var signer = Signature.getInstance("SHA256withECDSA");
    signer.initSign(KEYS.getPrivate());
    signer.update((timestamp + events).getBytes(StandardCharsets.UTF_8));
    return call(
        "POST",
        "/webhooks/sendgrid",
        Map.of(
            "Content-Type",
            "application/json",
            SendGridWebhook.TIMESTAMP,
            timestamp,
            SendGridWebhook.SIGNATURE,
            Base64.getEncoder().encodeToString(signer.sign())),
        events);
  }

  private static String events(String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            it ->
                "{\"event\":\"delivered\",\"sg_event_id\":\"%s-%d\",\"sg_message_id\":\"m%d.x\",\"email\":\"a%d@x.example\",\"timestamp\":1796126400}"
                    .formatted(prefix, it, it, it))
        .collect(Collectors.joining(",", "[", "]\r\n"));
  }

  private int stored(String prefix) {
    return jdbc.sql("SELECT count(*) FROM report WHERE event_id LIKE ?")
        .param(prefix + "-%")
        .query(Integer.class)
        .single();
  }

  /// Case 65: the same events three times are stored once.
  @Test
  void storesAnEventOnceHoweverOftenItComes() throws Exception {
    for (var i = 0; i < 3; i++) {
      assertThat(sendGrid(events("once", 7)).statusCode()).isEqualTo(200);
    }
    assertThat(stored("once")).isEqualTo(7);
  }

  @Test
  void refusesWithAProblemWhatIsNotSigned() throws Exception {
    var answer = call("POST", "/webhooks/sendgrid", Map.of(), events("forged", 1));

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(answer.body()).contains("\"code\":\"bad_signature\"");
    assertThat(stored("forged")).isZero();
  }

  /// Case 67: a key that is not configured lets nobody in.
  @Test
  void refusesEverybodyWhereNoKeyIsConfigured() throws Exception {
    assertThat(call("POST", "/webhooks/mailgun", Map.of(), "{}").statusCode()).isEqualTo(403);
  }

  @Test
  void knowsConfiguredProvidersOnly() throws Exception {
    assertThat(call("POST", "/webhooks/pigeon", Map.of(), "{}").statusCode()).isEqualTo(404);
    assertThat(call("GET", "/webhooks/sendgrid", Map.of(), "").statusCode()).isEqualTo(404);
  }

  /// Case 67: the form is verified as it came, and the host that a forger names changes nothing.
  @Test
  void readsFormsAsTheyCame() throws Exception {
    var form = "MessageSid=SM1&MessageStatus=delivered&To=%2B436601&Empty=&Z=%C3%BC";
    var signed =
        "https://plaza.example/webhooks/twilio?attempt=0199b8a0-1111-7222-8333-444455556666"
            + "EmptyMessageSidSM1MessageStatusdeliveredTo+436601Zü";
    var headers =
        Map.of(
            "Content-Type",
            "application/x-www-form-urlencoded",
            "X-Forwarded-Host",
            "evil.example",
            TwilioSignature.HEADER,
            Base64.getEncoder().encodeToString(Signatures.hmac("HmacSHA1", "tok", signed)));
    var path = "/webhooks/twilio?attempt=0199b8a0-1111-7222-8333-444455556666";

    assertThat(call("POST", path, headers, form).statusCode()).isEqualTo(200);
    assertThat(call("POST", path, headers, form + "&X=1").statusCode()).isEqualTo(403);
  }

  @Test
  void refusesWhatIsTooLarge() throws Exception {
    var large = "x".repeat(WebhookController.BODY_MAX + 1);

    assertThat(call("POST", "/webhooks/sendgrid", Map.of(), large).statusCode()).isEqualTo(413);
    assertThat(call("POST", "/webhooks/twilio", Map.of(), large).statusCode()).isEqualTo(413);
  }

  @Test
  void takesManyEventsAtOnce() throws Exception {
    var bench = Boolean.getBoolean("plaza.bench");
    var calls = bench ? 200 : 8;
    var began = System.nanoTime();
    try (var threads = Executors.newFixedThreadPool(8)) {
      var work = new ArrayList<Callable<Integer>>();
      for (var i = 0; i < calls; i++) {
        var prefix = "many" + i;
        work.add(() -> sendGrid(events(prefix, 250)).statusCode());
      }
      for (var done : threads.invokeAll(work)) {
        assertThat(done.get()).isEqualTo(200);
      }
    }
    var seconds = (System.nanoTime() - began) / 1e9;
    if (bench) {
      System.out.printf("%,d events/s taken and stored%n", (long) (calls * 250 / seconds));
    }
    assertThat(
            jdbc.sql("SELECT count(*) FROM report WHERE event_id LIKE 'many%'")
                .query(Integer.class)
                .single())
        .isEqualTo(calls * 250);
  }
}
