package dev.plaza.dev.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.plaza.dev.web.Json;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class MessageProvidersTests {

  private record Called(String path, Map<String, List<String>> headers, String body) {
    String header(String name) {
      return headers.get(name).getFirst();
    }
  }

  @TempDir Path keys;

  private final List<Called> called = new CopyOnWriteArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private HttpServer platform;
  private MessageProviders providers;

  @BeforeEach
  void start() throws IOException {
    platform = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 20);
    platform.createContext(
        "/",
        exchange -> {
          var body = exchange.getRequestBody().readAllBytes();
          called.add(
              new Called(
                  exchange.getRequestURI().toString(),
                  exchange.getRequestHeaders(),
                  new String(body, StandardCharsets.UTF_8)));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    platform.start();
    providers =
        MessageProviders.start(
            new MessageProviders.Settings(
                "127.0.0.1", 0, 0, 0, keys, platformUrl() + "/webhooks", "http://push.example:1"));
  }

  private String platformUrl() {
    return "http://127.0.0.1:" + platform.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    providers.close();
    platform.stop(0);
    http.close();
  }

  private HttpResponse<String> call(String method, String path, String body, String... headers)
      throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + providers.port() + path))
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private JsonNode messages(String query) throws Exception {
    return Json.tree(call("GET", "/messages?" + query, "").body()).path("items");
  }

  private HttpResponse<String> sendGrid(String to, String subject, String html) throws Exception {
    return call(
        "POST",
        "/sendgrid/v3/mail/send",
        Json.text(
            Map.of(
                "personalizations",
                List.of(
                    Map.of(
                        "to", List.of(Map.of("email", to)),
                        "custom_args", Map.of("attempt_id", "a-1"))),
                "from",
                Map.of("email", "hello@plaza.example"),
                "subject",
                subject,
                "content",
                List.of(
                    Map.of("type", "text/plain", "value", "Hello"),
                    Map.of("type", "text/html", "value", html)))),
        "Authorization",
        "Bearer key");
  }

  @Test
  void showsEveryMessageByRecipientAndChannel() throws Exception {
    assertThat(sendGrid("ana@example.org", "One", "<p>1</p>").statusCode()).isEqualTo(202);
    sendGrid("ben@example.org", "Two", "<p>2</p>");
    call(
        "POST",
        "/twilio/2010-04-01/Accounts/AC1/Messages.json",
        "To=%2B43660123456&From=%2B4372&Body=Three",
        "Authorization",
        "Basic x");

    assertThat(messages(""))
        .extracting(it -> it.path("channel").asString())
        .containsExactly("sms", "email", "email");
    assertThat(messages("to=ANA"))
        .extracting(it -> it.path("subject").asString())
        .containsExactly("One");
    assertThat(messages("channel=sms"))
        .extracting(it -> it.path("text").asString())
        .containsExactly("Three");
  }

  @Test
  void runsNothingThatCameInAMessage() throws Exception {
    sendGrid("ana@example.org", "<script>alert(1)</script>", "<script>alert(2)</script>");

    var page = call("GET", "/?id=1&to=%22%3E%3Cscript%3E", "");
    assertThat(page.body()).doesNotContain("<script").contains("<iframe sandbox ");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'")
        .doesNotContain("script-src");
    var html = call("GET", "/messages/1/html", "");
    assertThat(html.headers().firstValue("Content-Security-Policy").orElse(""))
        .startsWith("sandbox;");
    assertThat(call("GET", "/messages/99/html", "").statusCode()).isEqualTo(404);
  }

  @Test
  void signsEventsAsSendGridDoes() throws Exception {
    sendGrid("bounce@example.org", "One", "<p>1</p>");

    await().atMost(Duration.ofSeconds(10)).until(() -> called.size() == 2);
    var event = called.get(1);
    assertThat(event.path()).isEqualTo("/webhooks/sendgrid");
    assertThat(event.body()).contains("\"bounce\"").contains("a-1").endsWith("\r\n");
    var key = Base64.getDecoder().decode(Files.readString(keys.resolve("sendgrid.pub")));
    var verifier = Signature.getInstance("SHA256withECDSA");
    verifier.initVerify(KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(key)));
    var timestamp = event.header("X-twilio-email-event-webhook-timestamp");
    verifier.update((timestamp + event.body()).getBytes(StandardCharsets.UTF_8));
    assertThat(
            verifier.verify(
                Base64.getDecoder().decode(event.header("X-twilio-email-event-webhook-signature"))))
        .isTrue();
  }

  private void submit(String to) throws MessagingException {
    var properties = new Properties();
    properties.put("mail.smtp.host", "127.0.0.1");
    properties.put("mail.smtp.port", Integer.toString(providers.smtpPort()));
    properties.put("mail.smtp.from", "b+a-1@bounce.example");
    var message = new MimeMessage(Session.getInstance(properties));
    message.setFrom(new InternetAddress("hello@plaza.example"));
    message.setRecipient(RecipientType.TO, new InternetAddress(to));
    message.setSubject("Grüße", "UTF-8");
    message.setText("Hello", "UTF-8");
    Transport.send(message);
  }

  @Test
  void takesMailBySmtpAndBouncesIt() throws Exception {
    submit("bounce@example.org");

    assertThat(messages("channel=email").path(0).path("subject").asString()).isEqualTo("Grüße");
    await().atMost(Duration.ofSeconds(10)).until(() -> !called.isEmpty());
    assertThat(called.getFirst().path()).isEqualTo("/webhooks/smtp");
    assertThat(called.getFirst().body())
        .contains("To: b+a-1@bounce.example", "Status: 5.1.1", "Action: failed");
  }

  /// As Stalwart's or Postfix' worst hour: the message is taken, and nobody ever says so.
  @Test
  void saysNothingAfterTheFinalDotWhenItIsSilent() throws Exception {
    for (var how : List.of("silent_rate", "garbage_rate")) {
      call("PUT", "/switches/smtp", "{\"%s\":1}".formatted(how));
      assertThatThrownBy(() -> submit(how + "@example.org"))
          .isInstanceOf(MessagingException.class)
          .hasMessageNotContaining("421");
      assertThat(messages("to=" + how)).hasSize(1);
      call("DELETE", "/switches", "");
    }
  }

  @Test
  void givesOutAddressesUnderItsPublicUrl() throws Exception {
    assertThat(Json.tree(call("POST", "/webpush/browsers", "").body()).path("endpoint").asString())
        .startsWith("http://push.example:1/webpush/push/");
    assertThat(Files.readString(keys.resolve("fcm.json")))
        .contains("http://push.example:1/fcm/token");
  }

  @Test
  void failsAsItIsSwitched() throws Exception {
    call(
        "PUT", "/switches/sendgrid", "{\"fail_rate\":1,\"fail_status\":429,\"retry_after\":\"7\"}");

    var refused = sendGrid("ana@example.org", "One", "<p>1</p>");
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).contains("7");
    assertThat(messages("")).isEmpty();

    assertThat(call("PUT", "/switches/pigeon", "{}").statusCode()).isEqualTo(400);
    assertThat(call("PUT", "/switches/sendgrid", "{\"fail_rate\":2}").statusCode()).isEqualTo(400);
    assertThat(call("PUT", "/switches/sendgrid", "{\"x\":2}").statusCode()).isEqualTo(400);
    call("DELETE", "/switches", "");
    assertThat(sendGrid("ana@example.org", "One", "<p>1</p>").statusCode()).isEqualTo(202);
  }

  @Test
  void forgetsTheOldestMessages() {
    var mailbox = new Mailbox(Clock.systemUTC());
    for (var i = 0; i < Mailbox.MESSAGES_MAX + 5; i++) {
      mailbox.add(draft("x"));
    }
    assertThat(mailbox.find("", "", 10_000)).hasSize(Mailbox.MESSAGES_MAX);
    assertThat(mailbox.get(1)).isEmpty();

    for (var i = 0; i < 100; i++) {
      mailbox.add(draft("x".repeat(Mailbox.BODY_MAX + 1)));
    }
    var kept = mailbox.find("", "", 10_000);
    assertThat(kept.stream().mapToLong(Message::size).sum())
        .isLessThanOrEqualTo(Mailbox.CHARACTERS_MAX);
    assertThat(kept.getFirst().text()).hasSize(Mailbox.BODY_MAX);
  }

  private static Mailbox.Draft draft(String text) {
    return new Mailbox.Draft("smtp", "email", "r", "f", "t", "s", text, "", Map.of());
  }
}
