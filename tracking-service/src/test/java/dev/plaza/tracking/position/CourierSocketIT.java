package dev.plaza.tracking.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.plaza.infra.TestTokens;
import dev.plaza.tracking.TrackingServers;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

class CourierSocketIT extends TrackingServers {

  @Autowired private Markers markers;

  @Test
  void answersEveryMessageInOrderAndSurvivesWrongOnes() throws Exception {
    String courier = courierId();
    var answers = new Answers();
    WebSocket socket = connect(courierToken(courier), answers);
    Instant now = now();

    socket.sendText(pings(ping(48.1, 16.1, now)), true).join();
    socket.sendText("{\"positions\":[{\"lat\":\"x\"}]}", true).join();
    socket.sendText("null", true).join();
    socket.sendText("{}", true).join();
    socket.sendText(pings(ping(99, 16.1, now), ping(48.2, 16.2, now.plusMillis(1))), true).join();

    assertThat(answers.next().at("/accepted").asInt()).isEqualTo(1);
    assertThat(answers.next().at("/code").asString()).isEqualTo("malformed");
    assertThat(answers.next().at("/code").asString()).isEqualTo("malformed");
    assertThat(answers.next().at("/code").asString()).isEqualTo("invalid");
    JsonNode last = answers.next();
    assertThat(last.at("/accepted").asInt()).isEqualTo(1);
    assertThat(last.at("/refused/0/code").asString()).isEqualTo("out_of_range");
    assertThat(markers.find(courier).orElseThrow().location().lat()).isEqualTo(48.2);
  }

  @Test
  void takesTheLargestBatchInOneMessage() throws Exception {
    var answers = new Answers();
    WebSocket socket = connect(courierToken(courierId()), answers);
    Instant now = now();
    String[] pings =
        IntStream.range(0, PingBatch.POSITIONS_MAX)
            .mapToObj(
                i -> ping(48.123456789012345 + i / 1e6, 16.123456789012345, now.minusMillis(i)))
            .toArray(String[]::new);

    socket.sendText(pings(pings), true).join();

    assertThat(answers.next().at("/accepted").asInt()).isEqualTo(PingBatch.POSITIONS_MAX);
  }

  @Test
  void closesWhenTheTokenHasRunOut() {
    var answers = new Answers();
    long expiry = Instant.now().getEpochSecond() + 2;
    String token = TestTokens.with(courierId(), List.of("courier"), Map.of("exp", expiry));
    WebSocket socket = connect(token, answers);
    await().atMost(SOON).until(() -> Instant.now().getEpochSecond() > expiry);

    socket.sendText(pings(ping(48, 16, now())), true).join();

    await().atMost(SOON).until(() -> answers.closed == 4003);
  }

  @Test
  void isForCouriersOnly() {
    assertThatThrownBy(() -> connect(customerToken("alice"), new Answers()))
        .hasCauseInstanceOf(WebSocketHandshakeException.class);
  }

  private WebSocket connect(String token, Answers answers) {
    return http()
        .newWebSocketBuilder()
        .header("Authorization", "Bearer " + token)
        .buildAsync(URI.create("ws://localhost:%d/ws/courier".formatted(port)), answers)
        .join();
  }

  private final class Answers implements WebSocket.Listener {
    private final LinkedBlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();
    private volatile int closed;

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      part.append(data);
      if (last) {
        answers.add(json.readTree(part.toString()));
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

    JsonNode next() throws InterruptedException {
      JsonNode answer = answers.poll(20, TimeUnit.SECONDS);
      assertThat(answer).as("an answer in time").isNotNull();
      return answer;
    }
  }
}
