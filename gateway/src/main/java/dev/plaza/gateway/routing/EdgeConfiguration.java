package dev.plaza.gateway.routing;

import io.netty.channel.ChannelOption;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.support.RouteMetadataUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.socket.client.ReactorNettyWebSocketClient;
import org.springframework.web.reactive.socket.client.WebSocketClient;
import org.springframework.web.reactive.socket.server.WebSocketService;
import org.springframework.web.reactive.socket.server.support.HandshakeWebSocketService;
import org.springframework.web.reactive.socket.server.upgrade.ReactorNettyRequestUpgradeStrategy;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.WebsocketClientSpec;
import reactor.netty.http.server.WebsocketServerSpec;

/// Puts the route table into Spring Cloud Gateway.
@Configuration(proxyBeanMethods = false)
class EdgeConfiguration {

  /// Longest WebSocket message either way.
  private static final int FRAME_BYTES_MAX = 1 << 20;

  /// A client that stops in the middle of a request is cut off.
  private static final Duration READ_STALL_MAX = Duration.ofSeconds(30);

  private static final Duration NEVER = Duration.ofMillis(-1);

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  RouteLocator routes(RoutingProperties properties) {
    List<Route> routes = RouteTable.ALL.stream().map(it -> route(it, properties)).toList();
    return () -> Flux.fromIterable(routes);
  }

  private static Route route(PartRoute it, RoutingProperties properties) {
    return Route.async()
        .id(it.id())
        // The host is a name only: InstanceFilter puts an instance in its place.
        .uri(URI.create("http://" + it.part()))
        .predicate(
            exchange -> {
              var path = exchange.getRequest().getPath().pathWithinApplication();
              return it.equals(RouteTable.find(path));
            })
        .metadata(PartRoute.class.getName(), it)
        .metadata(
            RouteMetadataUtils.CONNECT_TIMEOUT_ATTR, (int) properties.connectTimeout().toMillis())
        .metadata(RouteMetadataUtils.RESPONSE_TIMEOUT_ATTR, responseTimeoutMs(it, properties))
        .build();
  }

  private static long responseTimeoutMs(PartRoute route, RoutingProperties properties) {
    Duration usual =
        switch (route.kind()) {
          case CALL -> properties.responseTimeout();
          case UPLOAD -> properties.uploadTimeout();
          case STREAM, SOCKET -> NEVER;
        };
    return properties.responseTimeouts().getOrDefault(route.id(), usual).toMillis();
  }

  @Bean
  NettyServerCustomizer readStall() {
    return server -> server.readTimeout(READ_STALL_MAX);
  }

  @Bean
  WebSocketService webSocketService() {
    return new HandshakeWebSocketService(
        new ReactorNettyRequestUpgradeStrategy(
            () ->
                WebsocketServerSpec.builder()
                    .maxFramePayloadLength(FRAME_BYTES_MAX)
                    .handlePing(true)));
  }

  @Bean
  WebSocketClient partWebSocketClient(HttpClient client, RoutingProperties properties) {
    return new ReactorNettyWebSocketClient(
        client.option(
            ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) properties.connectTimeout().toMillis()),
        () ->
            WebsocketClientSpec.builder().maxFramePayloadLength(FRAME_BYTES_MAX).handlePing(true));
  }
}
