package dev.plaza.notify.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Fixtures.Hands;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpCallsTests {

  private static final Duration SHORT = Duration.ofMillis(400);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Hands clock = new Hands(Fixtures.NOW);
  private final HttpCalls calls = new HttpCalls(clock);

  @AfterEach
  void close() {
    calls.close();
  }

  /// For servers that answer, on a busy machine too.
  private Outcome send(URI uri) {
    return send(uri, PATIENCE);
  }

  private Outcome send(URI uri, Duration limit) {
    return calls.send(
        Requests.json(uri, Map.of("a", 1)).build(),
        limit,
        answer -> calls.failure(answer, "http_" + answer.status(), ""));
  }

  @Test
  void isTransientWhenNobodyListens() throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }

    var outcome = send(URI.create("http://127.0.0.1:" + port));

    assertThat(outcome)
        .isEqualTo(
            new Outcome.Transient(
                "connect", "no connection to the provider", null, Scope.PROVIDER));
  }

  /// Cases 1, 2 and 6: an answer that never comes leaves open whether the message was taken.
  @Test
  void isUnknownWhenTheAnswerNeverComes() throws IOException {
    try (var silent = new StubServer.Rude(_ -> {})) {
      assertThat(send(silent.uri(), SHORT)).isInstanceOf(Outcome.Unknown.class);
    }
  }

  @Test
  void isUnknownWhenTheConnectionBreaksAfterTheBody() throws IOException {
    try (var reset =
        new StubServer.Rude(
            socket -> {
              socket.setSoLinger(true, 0);
              socket.close();
            })) {
      assertThat(send(reset.uri())).isInstanceOf(Outcome.Unknown.class);
    }
  }

  @Test
  void isUnknownWhenTheBodyOfTheAnswerStops() throws IOException {
    try (var half =
        new StubServer.Rude(
            socket ->
                socket
                    .getOutputStream()
                    .write(
                        "HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nabc"
                            .getBytes(StandardCharsets.US_ASCII)))) {
      assertThat(send(half.uri(), SHORT)).isInstanceOf(Outcome.Unknown.class);
    }
  }

  @Test
  void isUnknownWhenTheAnswerIsNoHttp() throws IOException {
    try (var garbage =
        new StubServer.Rude(
            socket -> {
              socket
                  .getOutputStream()
                  .write("\0\1garbage\r\n\r\n".getBytes(StandardCharsets.UTF_8));
              socket.close();
            })) {
      assertThat(send(garbage.uri())).isInstanceOf(Outcome.Unknown.class);
    }
  }

  @Test
  void isUnknownWhenTheAnswerHasNoEnd() throws IOException {
    try (var endless = StubServer.answering(200, "x".repeat(HttpCalls.BODY_MAX + 1))) {
      assertThat(send(endless.uri())).isInstanceOf(Outcome.Unknown.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {502, 504})
  void isUnknownWhatAGatewayDoesNotKnowEither(int status) throws IOException {
    try (var server = StubServer.answering(status, "")) {
      assertThat(send(server.uri())).isInstanceOf(Outcome.Unknown.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500, 503, 507})
  void isTransientWhatTheProviderRefusesForNow(int status) throws IOException {
    try (var server = StubServer.answering(status, "")) {
      assertThat(send(server.uri())).isInstanceOf(Outcome.Transient.class);
      // Case 81: one policy for retries, and it is not here.
      assertThat(server.asked()).hasSize(1);
    }
  }

  @Test
  void followsNoRedirect() throws IOException {
    try (var other = StubServer.answering(202, "");
        var server =
            new StubServer(
                _ -> new StubServer.Told(307, Map.of("Location", other.uri().toString()), ""))) {
      assertThat(send(server.uri())).isInstanceOf(Outcome.Permanent.class);
      assertThat(other.asked()).isEmpty();
    }
  }

  @Test
  void keepsItsConnection() throws IOException {
    try (var server = StubServer.answering(500, "")) {
      for (var i = 0; i < 20; i++) {
        send(server.uri());
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /// Case 81: seconds, a date, and garbage.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2|PT2S",
        "0|PT0S",
        "Tue, 1 Dec 2026 12:00:30 GMT|PT30S",
        "Tue, 1 Dec 2026 11:00:00 GMT|PT0S",
        "9999999|PT24H",
        "soon|",
        "-5|",
        "1.5|",
        "99999999999999999999|"
      })
  void readsRetryAfterInEveryForm(String value, String expected) {
    assertThat(RetryAfter.of(value, clock))
        .isEqualTo(expected == null ? null : Duration.parse(expected));
  }
}
