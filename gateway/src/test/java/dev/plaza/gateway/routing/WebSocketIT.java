package dev.plaza.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.gateway.GatewayUnderTest;
import dev.plaza.gateway.sandbox.Tokens;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WebSocketIT extends GatewayUnderTest {

  private final Messages messages = new Messages();

  private WebSocket connect(String path, UnaryOperator<WebSocket.Builder> how) {
    return how.apply(HTTP.newWebSocketBuilder().connectTimeout(Duration.ofSeconds(10)))
        .buildAsync(java.net.URI.create("ws://localhost:" + port + path), messages)
        .join();
  }

  private static WebSocket.Builder withHeader(WebSocket.Builder builder) {
    return builder.header("Authorization", "Bearer " + Tokens.good());
  }

  @Test
  void carriesMessagesBothWays() throws InterruptedException {
    WebSocket socket = connect("/ws/courier", WebSocketIT::withHeader);

    for (int i = 0; i < 100; i++) {
      socket.sendText("m" + i, true).join();
    }

    for (int i = 0; i < 100; i++) {
      assertThat(messages.next()).isEqualTo("echo m" + i);
    }
  }

  @Test
  void carriesLongMessages() throws InterruptedException {
    WebSocket socket = connect("/ws/courier", WebSocketIT::withHeader);
    String text = "x".repeat(200_000);

    socket.sendText(text, true).join();

    assertThat(messages.next()).isEqualTo("echo " + text);
  }

  @Test
  void takesTheTokenFromTheQueryAndMovesItIntoTheHeader() throws InterruptedException {
    String token = Tokens.good();
    WebSocket socket = connect("/ws/courier?access_token=" + token, it -> it);
    socket.sendText("hello", true).join();

    assertThat(messages.next()).isEqualTo("echo hello");
    assertThat(TRACKING.tokens()).contains("Bearer " + token);
  }

  @Test
  void takesTheTokenFromTheSubProtocols() throws InterruptedException {
    String token = Tokens.good();
    WebSocket socket = connect("/ws/courier", it -> it.subprotocols("bearer", token));
    socket.sendText("hello", true).join();

    assertThat(socket.getSubprotocol()).isEqualTo("bearer");
    assertThat(messages.next()).isEqualTo("echo hello");
    assertThat(TRACKING.tokens()).contains("Bearer " + token);
  }

  @Test
  void passesCloseCodesOfThePart() {
    for (int code : new int[] {1000, 1009, 1013, 4003, 4999}) {
      WebSocket socket = connect("/ws/courier", WebSocketIT::withHeader);
      socket.sendText("close " + code, true).join();

      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(messages.closed).isEqualTo(code));
    }
  }

  @Test
  void passesCloseCodesOfTheClient() {
    WebSocket socket = connect("/ws/courier", WebSocketIT::withHeader);

    socket.sendClose(4321, "enough").join();

    await().atMost(Duration.ofSeconds(10)).until(() -> TRACKING.closes().contains(4321));
  }

  @Test
  void tellsThePartThatAClientIsGone() {
    int before = TRACKING.closes().size();
    WebSocket socket = connect("/ws/courier", WebSocketIT::withHeader);

    socket.abort();

    await().atMost(Duration.ofSeconds(10)).until(() -> TRACKING.closes().size() > before);
  }

  @Test
  void letsThePartRefuseBeforeTheUpgrade() {
    assertThat(refusal("/ws/track/hidden", WebSocketIT::withHeader)).isEqualTo(404);
  }

  @Test
  void refusesBadTokensWhereverTheyAre() {
    assertThat(refusal("/ws/courier", it -> it)).isEqualTo(401);
    assertThat(refusal("/ws/courier?access_token=nonsense", it -> it)).isEqualTo(401);
    assertThat(refusal("/ws/courier", it -> it.subprotocols("bearer", Tokens.ofAnotherKey())))
        .isEqualTo(401);
  }

  @Test
  void saysThatAPlainRequestIsNone() {
    assertThat(send(authorized("/ws/courier")).statusCode()).isEqualTo(400);
  }

  private int refusal(String path, UnaryOperator<WebSocket.Builder> how) {
    try {
      connect(path, how);
      return 101;
    } catch (CompletionException e) {
      return ((WebSocketHandshakeException) e.getCause()).getResponse().statusCode();
    }
  }

  private static final class Messages implements WebSocket.Listener {
    private final LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();
    private volatile int closed;

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      part.append(data);
      if (last) {
        received.add(part.toString());
        part.setLength(0);
      }
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      closed = code;
      return null;
    }

    String next() throws InterruptedException {
      String message = received.poll(10, TimeUnit.SECONDS);
      assertThat(message).as("a message in time").isNotNull();
      return message;
    }
  }
}
