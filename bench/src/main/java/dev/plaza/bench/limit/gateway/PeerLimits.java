package dev.plaza.bench.limit.gateway;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.factory.RequestRateLimiterGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.RequestRateLimiterGatewayFilterFactory.Config;
import org.springframework.cloud.gateway.filter.ratelimit.PrincipalNameKeyResolver;
import org.springframework.cloud.gateway.filter.ratelimit.RedisRateLimiter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/// The framework's own rate limiter, put into the same gateway at the same place: its filter, its
/// limiter on Redis, one bucket for each user. The gateway is told of this class by
/// `spring.main.sources`.
@Configuration(proxyBeanMethods = false)
public class PeerLimits {

  @Bean
  RedisRateLimiter peerRateLimiter(
      @Value("${bench.rate}") int rate, @Value("${bench.burst}") long burst) {
    return new RedisRateLimiter(rate, burst);
  }

  @Bean
  GlobalFilter peerFilter(RedisRateLimiter limiter) {
    var keys = new PrincipalNameKeyResolver();
    var config = new Config().setRateLimiter(limiter).setKeyResolver(keys);
    config.setRouteId("bench");
    return new Peer(new RequestRateLimiterGatewayFilterFactory(limiter, keys).apply(config));
  }

  /// A filter of routes, for all routes.
  private record Peer(GatewayFilter filter) implements GlobalFilter, Ordered {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
      return filter.filter(exchange, chain);
    }

    /// Where the gateway has its own.
    @Override
    public int getOrder() {
      return 0;
    }
  }
}
