package dev.plaza.notify.provider.sms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Fixtures.Hands;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Provider;
import dev.plaza.notify.provider.Secret;
import dev.plaza.notify.provider.http.HttpCalls;
import dev.plaza.notify.provider.http.StubServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmsTests {

  private static final Duration TIMEOUT = Duration.ofMillis(500);

  private final Hands clock = new Hands(Fixtures.NOW);
  private final HttpCalls http = new HttpCalls(clock);

  @AfterEach
  void close() {
    http.close();
  }

  private Provider twilio(URI uri) {
    return new TwilioProvider(
        "twilio",
        new TwilioSettings(
            uri,
            "AC1",
            new Secret("token"),
            "+43720000000",
            "",
            URI.create("https://plaza.example/webhooks/twilio"),
            Duration.ofHours(4),
            TIMEOUT),
        http,
        clock);
  }

  private Provider kannel(URI uri) {
    return new KannelProvider(
        "kannel",
        new KannelSettings(
            uri,
            "plaza",
            new Secret("pw"),
            "Plaza",
            URI.create("https://plaza.example/webhooks/kannel"),
            new Secret("callback"),
            Duration.ofHours(4),
            TIMEOUT),
        http);
  }

  @Test
  void createsAMessageAtTwilio() throws IOException {
    try (var server = StubServer.answering(201, "{\"sid\":\"SM1\",\"status\":\"queued\"}")) {
      assertThat(twilio(server.uri()).send(Fixtures.sms("Grüße & 1+1=2 😀")))
          .isEqualTo(new Outcome.Accepted("SM1"));

      var asked = server.only();
      assertThat(asked.path()).isEqualTo("/2010-04-01/Accounts/AC1/Messages.json");
      assertThat(asked.header("Authorization")).isEqualTo("Basic QUMxOnRva2Vu");
      assertThat(URLDecoder.decode(asked.text(), StandardCharsets.UTF_8))
          .contains("To=+43660123456&From=+43720000000&Body=Grüße & 1+1=2 😀&ValidityPeriod=14400")
          .contains("StatusCallback=https://plaza.example/webhooks/twilio?attempt=")
          .endsWith(Fixtures.ATTEMPT);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400,21211,P,RECIPIENT,true",
    "400,21614,P,RECIPIENT,true",
    "400,21610,P,RECIPIENT,true",
    "400,21612,P,RECIPIENT,false",
    "400,21617,P,MESSAGE,false",
    "400,21408,P,PROVIDER,false",
    "401,20003,P,PROVIDER,false",
    "429,20429,T,PROVIDER,false",
    "429,0,T,PROVIDER,false",
    "500,0,T,PROVIDER,false"
  })
  void tellsWhatARefusalMeans(int status, int code, String kind, Scope scope, boolean suppress)
      throws IOException {
    var body = "{\"code\":" + code + ",\"message\":\"no +43660123456\",\"status\":" + status + "}";
    try (var server = StubServer.answering(status, body)) {
      switch (twilio(server.uri()).send(Fixtures.sms("Hi"))) {
        case Outcome.Permanent it -> {
          assertThat(kind).isEqualTo("P");
          assertThat(it.scope()).isEqualTo(scope);
          assertThat(it.suppress()).isEqualTo(suppress);
          assertThat(it.detail()).doesNotContain("660123456");
        }
        case Outcome.Transient it -> {
          assertThat(kind).isEqualTo("T");
          assertThat(it.scope()).isEqualTo(scope);
        }
        case Outcome.Accepted _, Outcome.Unknown _ -> throw new AssertionError();
      }
    }
  }

  @Test
  void doesNotKnowWhetherASilentGatewayTookIt() throws IOException {
    try (var silent = new StubServer.Rude(_ -> {})) {
      assertThat(twilio(silent.uri()).send(Fixtures.sms("Hi"))).isInstanceOf(Outcome.Unknown.class);
      assertThat(kannel(silent.uri()).send(Fixtures.sms("Hi"))).isInstanceOf(Outcome.Unknown.class);
    }
  }

  @Test
  void refusesATextThatIsTooLongBeforeSending() throws IOException {
    try (var server = StubServer.answering(500, "")) {
      assertThat(twilio(server.uri()).send(Fixtures.sms("x".repeat(1_601))))
          .isInstanceOf(Outcome.Permanent.class);
      assertThat(server.asked()).isEmpty();

      twilio(server.uri()).send(Fixtures.sms("x".repeat(1_600)));
      assertThat(server.asked()).hasSize(1);
    }
  }

  @Test
  void postsToKannelWithoutItsPasswordInTheAddress() throws IOException {
    try (var server = StubServer.answering(202, "0: Accepted for delivery")) {
      assertThat(kannel(server.uri()).send(Fixtures.sms("Grüße 😀")))
          .isEqualTo(new Outcome.Accepted(Fixtures.ATTEMPT));

      var asked = server.only();
      assertThat(asked.method()).isEqualTo("POST");
      assertThat(asked.path()).isEqualTo("/cgi-bin/sendsms");
      assertThat(asked.header("X-Kannel-Password")).isEqualTo("pw");
      assertThat(asked.header("X-Kannel-Coding")).isEqualTo("2");
      assertThat(asked.text()).isEqualTo("Grüße 😀");
      assertThat(asked.header("X-Kannel-DLR-Url"))
          .startsWith("https://plaza.example/webhooks/kannel?attempt=" + Fixtures.ATTEMPT + "&mac=")
          .endsWith("&status=%d&ref=%F&reply=%A");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Plain text", "à Ä ñ €", "{[]}~^|\\"})
  void sendsSevenBitsWhereTheyDo(String text) throws IOException {
    try (var server = StubServer.answering(202, "3: Queued for later delivery")) {
      kannel(server.uri()).send(Fixtures.sms(text));
      assertThat(server.only().header("X-Kannel-Coding")).isEqualTo("0");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "202|0: Accepted for delivery|A",
        "202|<html>|U",
        "200|Sent.|U",
        "403|Authorization failed for sendsms|P",
        "400|Missing receiver number, rejected|P",
        "503|Temporal failure, try again later.|T"
      })
  void readsKannelsWords(int status, String words, String kind) throws IOException {
    try (var server = StubServer.answering(status, words)) {
      var outcome = kannel(server.uri()).send(Fixtures.sms("Hi"));
      assertThat(outcome.getClass().getSimpleName()).startsWith(kind);
    }
  }
}
