package dev.plaza.gateway;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.WebsocketServerSpec;

/// A part with WebSockets: `/ws/courier` echoes, `close <code>` closes; `/ws/track/hidden` is
/// refused.
public final class SocketPart {

  private final DisposableServer server;
  private final List<String> tokens = new CopyOnWriteArrayList<>();
  private final List<String> uris = new CopyOnWriteArrayList<>();
  private final List<Integer> closes = new CopyOnWriteArrayList<>();

  public SocketPart() {
    this.server =
        HttpServer.create()
            .host("localhost")
            .port(0)
            .route(
                routes ->
                    routes
                        .get(
                            "/ws/track/hidden",
                            (_, response) -> response.status(404).sendString(Mono.just("no")))
                        .ws(
                            "/ws/{what}",
                            (in, out) -> {
                              tokens.add(String.valueOf(in.headers().get("Authorization")));
                              in.receiveCloseStatus().subscribe(it -> closes.add(it.code()));
                              return in.aggregateFrames(1 << 20)
                                  .receive()
                                  .asString()
                                  .concatMap(
                                      text ->
                                          text.startsWith("close ")
                                              ? out.sendClose(
                                                  Integer.parseInt(text.substring(6)),
                                                  "as you wish")
                                              : out.sendString(Mono.just("echo " + text)).then())
                                  .then();
                            },
                            WebsocketServerSpec.builder().maxFramePayloadLength(1 << 20).build())
                        .get(
                            "/track/{id}",
                            (request, response) -> {
                              uris.add(request.uri());
                              return response.sendString(Mono.just("tracking"));
                            }))
            .bindNow();
  }

  public String url() {
    return "http://localhost:" + server.port();
  }

  public List<String> tokens() {
    return tokens;
  }

  public List<String> uris() {
    return uris;
  }

  /// Close codes received from clients.
  public List<Integer> closes() {
    return closes;
  }
}
