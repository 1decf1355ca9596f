package dev.plaza.gateway.routing;

import java.util.concurrent.atomic.AtomicReference;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServerRequest;

/// The event loop of a client's connection: what was decided elsewhere goes on there.
public final class ClientsThread {

  private ClientsThread() {}

  public static Scheduler of(ServerHttpRequest request) {
    HttpServerRequest connection = ServerHttpRequestDecorator.getNativeRequest(request);
    var scheduler = new AtomicReference<>(Schedulers.immediate());
    connection.withConnection(
        it -> scheduler.set(Schedulers.fromExecutor(it.channel().eventLoop())));
    return scheduler.get();
  }
}
