package dev.plaza.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.gateway.GatewayUnderTest;
import dev.plaza.gateway.sandbox.Tokens;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SocketLimitsIT extends GatewayUnderTest {

  private final String policy = "sockets-" + UUID.randomUUID();
  private final String user = "rider-" + UUID.randomUUID();
  private final LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();
  private volatile int closed;

  private void limit(String method, int burst) {
    var answer =
        send(
            as("/limits/policies/" + policy, "olga", "ops")
                .PUT(
                    BodyPublishers.ofString(
                        """
                        {"match":{"route":"tracking-socket","method":"%s"},"rate":1,"per":"1m","burst":%d}"""
                            .formatted(method, burst))));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  @AfterEach
  void lift() {
    send(as("/limits/policies/" + policy, "olga", "ops").DELETE());
  }

  private WebSocket connect() {
    return HTTP.newWebSocketBuilder()
        .header("Authorization", "Bearer " + Tokens.of(user, "courier"))
        .buildAsync(URI.create("ws://localhost:" + port + "/ws/courier"), new Listener())
        .join();
  }

  @Test
  void closesASocketThatSendsTooFast() throws InterruptedException {
    limit("MESSAGE", 5);
    int closes = TRACKING.closes().size();
    WebSocket socket = connect();

    for (int i = 0; i < 5; i++) {
      socket.sendText("m" + i, true).join();
      assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo("echo m" + i);
    }
    socket.sendText("one too many", true).join();

    await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(closed).isEqualTo(4029));
    await().atMost(Duration.ofSeconds(10)).until(() -> TRACKING.closes().size() > closes);
    assertThat(TRACKING.closes().getLast()).isEqualTo(4029);
    assertThat(received).isEmpty();
  }

  @Test
  void keepsTheOrderOfMessagesWhileItAsks() throws InterruptedException {
    limit("MESSAGE", 100);
    WebSocket socket = connect();

    for (int i = 0; i < 100; i++) {
      socket.sendText("m" + i, true).join();
    }

    for (int i = 0; i < 100; i++) {
      assertThat(received.poll(10, TimeUnit.SECONDS)).isEqualTo("echo m" + i);
    }
  }

  @Test
  void refusesConnectsByAPlainAnswer() {
    limit("GET", 1);
    connect().abort();

    try {
      connect();
      throw new AssertionError("the second connect was let in");
    } catch (CompletionException e) {
      var answer = ((WebSocketHandshakeException) e.getCause()).getResponse();
      assertThat(answer.statusCode()).isEqualTo(429);
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    }
  }

  private final class Listener implements WebSocket.Listener {
    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      received.add(data.toString());
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      closed = code;
      return null;
    }
  }
}
