package dev.plaza.gateway.routing;

import org.springframework.web.reactive.socket.CloseStatus;
import reactor.core.publisher.Mono;

/// How fast a client may send over its socket. Whoever limits leaves one in the exchange, under
/// [#ATTRIBUTE], before the socket is opened.
@FunctionalInterface
public interface SocketLimit {

  String ATTRIBUTE = SocketLimit.class.getName();

  /// Takes one message: empty if it may pass, else how the socket is to be closed.
  Mono<CloseStatus> refusal();
}
