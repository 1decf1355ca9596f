package dev.plaza.notify.provider.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Fixtures.Hands;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Secret;
import dev.plaza.notify.provider.smtp.SmtpSettings.Tls;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is known after each way in which a conversation can end.
class SmtpConversationTests {

  static SmtpSettings settings(int port) {
    return new SmtpSettings(
        "127.0.0.1",
        port,
        Tls.NONE,
        "",
        new Secret(""),
        "plaza.example",
        "b@bounce.plaza.example",
        Duration.ofSeconds(2),
        Duration.ofMillis(500),
        Duration.ofSeconds(2),
        4,
        500,
        Duration.ofSeconds(5));
  }

  private static Outcome sendTo(Map<String, String> script) throws IOException {
    try (var server = new ScriptedSmtp(script);
        var provider = new SmtpProvider("smtp", settings(server.port()), new Hands(Fixtures.NOW))) {
      return provider.send(Fixtures.email());
    }
  }

  /// Case 1 (no answer to the message in time) and case 2 (the connection is gone after the dot).
  @ParameterizedTest
  @ValueSource(strings = {ScriptedSmtp.SILENCE, ScriptedSmtp.CLOSE})
  void isUnknownAfterTheFinalDot(String ending) throws IOException {
    assertThat(sendTo(Map.of(".", ending))).isInstanceOf(Outcome.Unknown.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELLO", "EHLO", "MAIL", "RCPT", "DATA"})
  void isTransientBeforeTheFinalDot(String verb) throws IOException {
    for (var ending : new String[] {ScriptedSmtp.CLOSE, ScriptedSmtp.SILENCE}) {
      assertThat(sendTo(Map.of(verb, ending, "HELO", ending)))
          .isInstanceOfSatisfying(
              Outcome.Transient.class, it -> assertThat(it.scope()).isEqualTo(Scope.PROVIDER));
    }
  }

  /// Case 6: only a definite 4yz may be tried again.
  @Test
  void isTransientWhenTheServerSaysSoAfterTheDot() throws IOException {
    assertThat(sendTo(Map.of(".", "451 4.3.0 try again")))
        .isInstanceOfSatisfying(
            Outcome.Transient.class, it -> assertThat(it.code()).isEqualTo("smtp_451_4.3.0"));
  }

  /// Case 61.
  @Test
  void suppressesAMailboxThatDoesNotExist() throws IOException {
    assertThat(sendTo(Map.of("RCPT", "550 5.1.1 no such user")))
        .isInstanceOfSatisfying(
            Outcome.Permanent.class,
            it -> {
              assertThat(it.suppress()).isTrue();
              assertThat(it.scope()).isEqualTo(Scope.RECIPIENT);
            });
  }

  @Test
  void blamesNobodyForAMessageThatIsRefused() throws IOException {
    assertThat(sendTo(Map.of(".", "554 5.6.0 content")))
        .isInstanceOfSatisfying(
            Outcome.Permanent.class,
            it -> {
              assertThat(it.suppress()).isFalse();
              assertThat(it.scope()).isEqualTo(Scope.MESSAGE);
            });
  }

  /// Case 62.
  @ParameterizedTest
  @ValueSource(
      strings = {"421 4.3.2 closing", "451 4.7.1 greylisted", "454 4.7.0 Throttling failure"})
  void triesLaterWhatIsRefusedForNow(String reply) throws IOException {
    assertThat(sendTo(Map.of("RCPT", reply))).isInstanceOf(Outcome.Transient.class);
  }

  @Test
  void isTransientWhenNobodyListens() throws IOException {
    int port;
    try (var server = new ScriptedSmtp(Map.of())) {
      port = server.port();
    }
    try (var provider = new SmtpProvider("smtp", settings(port), new Hands(Fixtures.NOW))) {
      assertThat(provider.send(Fixtures.email())).isInstanceOf(Outcome.Transient.class);
    }
  }

  @Test
  void keepsItsConnectionAlsoAfterARefusal() throws IOException {
    try (var server = new ScriptedSmtp(Map.of("RCPT", "550 5.1.1 no such user"));
        var provider = new SmtpProvider("smtp", settings(server.port()), new Hands(Fixtures.NOW))) {
      for (var i = 0; i < 10; i++) {
        provider.send(Fixtures.email());
      }
      assertThat(server.connections).hasValue(1);
    }
  }

  /// Case 3: a server that ends the connection between messages costs no message.
  @Test
  void goesOnOverANewConnectionWhenTheServerEndedTheOld() throws IOException {
    try (var server = new ScriptedSmtp(Map.of());
        var provider =
            new SmtpProvider(
                "smtp", withMessagesPerConnection(server.port(), 3), new Hands(Fixtures.NOW))) {
      for (var i = 0; i < 10; i++) {
        assertThat(provider.send(Fixtures.email())).isInstanceOf(Outcome.Accepted.class);
      }
      assertThat(server.messages).hasValue(10);
      assertThat(server.connections).hasValue(4);
    }
  }

  private static SmtpSettings withMessagesPerConnection(int port, int max) {
    var it = settings(port);
    return new SmtpSettings(
        it.host(),
        it.port(),
        it.tls(),
        it.username(),
        it.password(),
        it.heloName(),
        it.bounceAddress(),
        it.connectTimeout(),
        it.timeout(),
        it.writeTimeout(),
        it.connections(),
        max,
        it.idleCheck());
  }

  @Test
  void neverOpensMoreConnectionsThanAllowed() throws Exception {
    try (var server = new ScriptedSmtp(Map.of());
        var provider = new SmtpProvider("smtp", settings(server.port()), new Hands(Fixtures.NOW));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var sends = new ArrayList<Callable<Outcome>>();
      for (var i = 0; i < 60; i++) {
        sends.add(() -> provider.send(Fixtures.email()));
      }
      for (var sent : threads.invokeAll(sends)) {
        assertThat(sent.get()).isInstanceOf(Outcome.Accepted.class);
      }
      assertThat(server.messages).hasValue(60);
      assertThat(server.connections.get()).isBetween(1, 4);
    }
  }

  @Test
  void namesTheAttemptInTheBounceAddressAndTheRecipientAlone() throws IOException {
    try (var server = new ScriptedSmtp(Map.of());
        var provider = new SmtpProvider("smtp", settings(server.port()), new Hands(Fixtures.NOW))) {
      provider.send(Fixtures.email());

      assertThat(server.lines)
          .contains(
              "MAIL FROM:<b+" + Fixtures.ATTEMPT + "@bounce.plaza.example>",
              "RCPT TO:<ana@example.org>");
    }
  }
}
