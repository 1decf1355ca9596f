package dev.plaza.bench.http;

import dev.plaza.dev.client.PlazaClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A courier's WebSocket: a batch of positions out, its answer back.
final class CourierLine implements WebSocket.Listener {

  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final BlockingQueue<String> answers = new ArrayBlockingQueue<>(16);
  private final StringBuilder partial = new StringBuilder();
  private final WebSocket socket;

  private CourierLine(HttpClient http, URI address, String token) {
    this.socket =
        http.newWebSocketBuilder()
            .header("Authorization", "Bearer " + token)
            .connectTimeout(PATIENCE)
            .buildAsync(address, this)
            .join();
  }

  static CourierLine open(HttpClient http, PlazaClient client, String courier)
      throws IOException, InterruptedException {
    String token =
        client
            .nobody()
            .post("/sandbox/token", Map.of("sub", courier, "roles", List.of("courier")))
            .text("access_token");
    var gateway = client.gateway();
    return new CourierLine(
        http,
        URI.create("ws://%s:%d/ws/courier".formatted(gateway.getHost(), gateway.getPort())),
        token);
  }

  /// True when the batch was taken.
  boolean send(String batch) throws InterruptedException {
    socket.sendText(batch, true).join();
    String answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    return answer != null && answer.contains("\"accepted\"");
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    partial.append(data);
    if (last) {
      answers.add(partial.toString());
      partial.setLength(0);
    }
    from.request(1);
    return null;
  }
}
