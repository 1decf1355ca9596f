package dev.plaza.notify.provider.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Fixtures.Hands;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing.Mailbox;
import dev.plaza.notify.provider.Provider;
import dev.plaza.notify.provider.Secret;
import dev.plaza.notify.provider.Signatures;
import dev.plaza.notify.provider.http.HttpCalls;
import dev.plaza.notify.provider.http.StubServer;
import dev.plaza.notify.provider.http.StubServer.Told;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HttpEmailTests {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final Hands clock = new Hands(Fixtures.NOW);
  private final HttpCalls http = new HttpCalls(clock);

  @AfterEach
  void close() {
    http.close();
  }

  private Provider sendGrid(URI uri) {
    return new SendGridProvider(
        "sg", new SendGridSettings(uri, new Secret("SG.key"), false, TIMEOUT), http);
  }

  private Provider mailgun(URI uri) {
    return new MailgunProvider(
        "mg",
        new MailgunSettings(uri, "mg.plaza.example", new Secret("key"), false, TIMEOUT),
        http);
  }

  private Provider ses(URI uri) {
    return new SesProvider(
        "ses",
        new SesSettings(
            "eu-central-1", uri, "AKID", new Secret("secret"), new Secret(""), "set", TIMEOUT),
        http,
        clock);
  }

  private static JsonNode json(StubServer server) {
    return JsonMapper.shared().readTree(server.only().body());
  }

  @Test
  void sendsByItsOwnRulesToSendGrid() throws IOException {
    try (var server =
        new StubServer(_ -> new Told(202, Map.of("X-Message-Id", "14c5d75ce93"), ""))) {
      assertThat(sendGrid(server.uri()).send(Fixtures.email()))
          .isEqualTo(new Outcome.Accepted("14c5d75ce93"));

      assertThat(server.only().path()).isEqualTo("/v3/mail/send");
      assertThat(server.only().header("Authorization")).isEqualTo("Bearer SG.key");
      var body = json(server);
      assertThat(body.path("personalizations")).hasSize(1);
      assertThat(body.at("/personalizations/0/to")).hasSize(1);
      assertThat(body.at("/personalizations/0/to/0/email").asString()).isEqualTo("ana@example.org");
      assertThat(body.at("/personalizations/0/custom_args/attempt_id").asString())
          .isEqualTo(Fixtures.ATTEMPT);
      assertThat(body.at("/content/0/type").asString()).isEqualTo("text/plain");
      assertThat(body.at("/content/1/type").asString()).isEqualTo("text/html");
      assertThat(body.at("/headers/List-Unsubscribe-Post").asString())
          .isEqualTo("List-Unsubscribe=One-Click");
      assertThat(body.at("/headers/Message-ID").asString()).isEqualTo("<m-1@plaza.example>");
    }
  }

  @Test
  void sendsFormFieldsToMailgun() throws IOException {
    try (var server =
        StubServer.answering(200, "{\"id\":\"<m-1@plaza.example>\",\"message\":\"Queued.\"}")) {
      var email = Fixtures.email(new Mailbox("ana@example.org", "Doé, John"), "Grüße & mehr");

      assertThat(mailgun(server.uri()).send(email))
          .isEqualTo(new Outcome.Accepted("m-1@plaza.example"));

      assertThat(server.only().path()).isEqualTo("/v3/mg.plaza.example/messages");
      var form = form(server.only().text());
      assertThat(form)
          .containsEntry("subject", "Grüße & mehr")
          .containsEntry("v:attempt_id", Fixtures.ATTEMPT)
          .containsEntry("h:List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
      assertThat(form.get("to")).endsWith("<ana@example.org>").startsWith("=?UTF-8?");
    }
  }

  static Map<String, String> form(String encoded) {
    var fields = new TreeMap<String, String>();
    for (var pair : encoded.split("&")) {
      var at = pair.indexOf('=');
      fields.put(
          URLDecoder.decode(pair.substring(0, at), StandardCharsets.UTF_8),
          URLDecoder.decode(pair.substring(at + 1), StandardCharsets.UTF_8));
    }
    return fields;
  }

  @Test
  void signsForSesAsAmazonWrites() throws Exception {
    try (var server = StubServer.answering(200, "{\"MessageId\":\"0100-ses\"}")) {
      assertThat(ses(server.uri()).send(Fixtures.email()))
          .isEqualTo(new Outcome.Accepted("0100-ses"));

      var asked = server.only();
      assertThat(asked.path()).isEqualTo("/v2/email/outbound-emails");
      assertThat(asked.header("Authorization")).isEqualTo(signature(asked));
      assertThat(asked.header("X-Amz-Date")).isEqualTo("20261201T120000Z");
      var body = json(server);
      assertThat(body.at("/Destination/ToAddresses")).hasSize(1);
      assertThat(body.at("/EmailTags/0/Value").asString()).isEqualTo(Fixtures.ATTEMPT);
      assertThat(body.at("/ConfigurationSetName").asString()).isEqualTo("set");
    }
  }

  /// Signature version 4, written a second time from its description.
  private static String signature(StubServer.Asked asked) throws Exception {
    var given = asked.header("Authorization");
    var names = given.replaceAll(".*SignedHeaders=([^,]+),.*", "$1");
    var canonical = new StringBuilder("POST\n" + asked.path() + "\n\n");
    for (var name : names.split(";")) {
      canonical.append(name).append(':').append(asked.header(name).strip()).append('\n');
    }
    canonical.append('\n').append(names).append('\n').append(sha256(asked.body()));
    var scope = "20261201/eu-central-1/ses/aws4_request";
    var toSign =
        "AWS4-HMAC-SHA256\n"
            + asked.header("X-Amz-Date")
            + "\n"
            + scope
            + "\n"
            + sha256(canonical.toString().getBytes(StandardCharsets.UTF_8));
    var key = "AWS4secret".getBytes(StandardCharsets.UTF_8);
    for (var part : scope.split("/")) {
      key = Signatures.hmac("HmacSHA256", key, part.getBytes(StandardCharsets.UTF_8));
    }
    var signature =
        Signatures.hex(Signatures.hmac("HmacSHA256", key, toSign.getBytes(StandardCharsets.UTF_8)));
    return "AWS4-HMAC-SHA256 Credential=AKID/"
        + scope
        + ", SignedHeaders="
        + names
        + ", Signature="
        + signature;
  }

  private static String sha256(byte[] bytes) throws Exception {
    return Signatures.hex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  /// Case 48: no other header, no other recipient, by any of them.
  @Test
  void letsNobodyAddAHeader() throws IOException {
    try (var server = StubServer.answering(500, "")) {
      var email =
          Fixtures.email(new Mailbox("ana@example.org", "Hi\r\nBcc: e@x"), "Hi\r\nBcc: e@x");
      for (var provider :
          new Provider[] {sendGrid(server.uri()), mailgun(server.uri()), ses(server.uri())}) {
        provider.send(email);
      }
      assertThat(server.asked()).hasSize(3);
      assertThat(server.asked())
          .allSatisfy(
              it ->
                  assertThat(it.text())
                      .doesNotContain("\\r\\nBcc")
                      .doesNotContain("\\nBcc")
                      .doesNotContain("%0D%0ABcc")
                      .doesNotContain("%0ABcc"));
    }
  }

  @Test
  void sendsToOnePlainAddressOnly() throws IOException {
    try (var server = StubServer.answering(500, "")) {
      for (var provider :
          new Provider[] {sendGrid(server.uri()), mailgun(server.uri()), ses(server.uri())}) {
        assertThat(provider.send(Fixtures.email(Mailbox.of("a@x.example,b@y.example"), "Hi")))
            .isInstanceOf(Outcome.Permanent.class);
      }
      assertThat(server.asked()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sendgrid|400|{'errors':[{'message':'Does not contain a valid address.','field':'personalizations.0.to.0.email'}]}|P|RECIPIENT",
        "sendgrid|400|{'errors':[{'message':'subject is required','field':'subject'}]}|P|MESSAGE",
        "sendgrid|401|{'errors':[{'message':'bad key'}]}|P|PROVIDER",
        "sendgrid|403||P|PROVIDER",
        "sendgrid|413||P|MESSAGE",
        "sendgrid|429||T|PROVIDER",
        "sendgrid|503|<html>|T|PROVIDER",
        "sendgrid|200|<html>It works!</html>|U|",
        "mailgun|400|{'message':\"'to' parameter is not a valid address\"}|P|RECIPIENT",
        "mailgun|400|{'message':'from parameter is missing'}|P|MESSAGE",
        "mailgun|401|Forbidden|P|PROVIDER",
        "mailgun|429||T|PROVIDER",
        "mailgun|200|not json|U|",
        "ses|400|{'__type':'MessageRejected','message':'Email address is not verified'}|P|MESSAGE",
        "ses|400|{'__type':'x#SendingPausedException'}|P|PROVIDER",
        "ses|400|{'__type':'AccountSuspendedException'}|P|PROVIDER",
        "ses|400|{'__type':'MailFromDomainNotVerifiedException'}|P|PROVIDER",
        "ses|403|{'__type':'SignatureDoesNotMatch'}|P|PROVIDER",
        "ses|429|{'__type':'TooManyRequestsException'}|T|PROVIDER",
        "ses|400|{'__type':'ThrottlingException'}|T|PROVIDER",
        "ses|200|{}|U|"
      })
  void tellsWhatARefusalMeans(String kind, int status, String body, String ending, Scope scope)
      throws IOException {
    var text =
        body == null
            ? ""
            : body.contains("\"")
                ? body.replace("{'message':", "{\"message\":")
                : body.replace('\'', '"');
    try (var server = StubServer.answering(status, text)) {
      var provider =
          switch (kind) {
            case "sendgrid" -> sendGrid(server.uri());
            case "mailgun" -> mailgun(server.uri());
            default -> ses(server.uri());
          };
      switch (provider.send(Fixtures.email())) {
        case Outcome.Permanent it -> {
          assertThat(ending).isEqualTo("P");
          assertThat(it.scope()).isEqualTo(scope);
          assertThat(it.suppress()).isFalse();
        }
        case Outcome.Transient it -> {
          assertThat(ending).isEqualTo("T");
          assertThat(it.scope()).isEqualTo(scope);
        }
        case Outcome.Unknown _ -> assertThat(ending).isEqualTo("U");
        case Outcome.Accepted it -> throw new AssertionError(it);
      }
    }
  }

  @Test
  void waitsForTheEndOfTheRateLimit() throws IOException {
    var reset = Long.toString(Fixtures.NOW.plusSeconds(40).getEpochSecond());
    try (var server = new StubServer(_ -> new Told(429, Map.of("X-RateLimit-Reset", reset), ""))) {
      assertThat(sendGrid(server.uri()).send(Fixtures.email()))
          .isInstanceOfSatisfying(
              Outcome.Transient.class,
              it -> assertThat(it.retryAfter()).isEqualTo(Duration.ofSeconds(40)));
    }
  }
}
