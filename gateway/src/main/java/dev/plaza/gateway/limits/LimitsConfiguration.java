package dev.plaza.gateway.limits;

import dev.plaza.gateway.routing.RoutingProperties;
import dev.plaza.ratelimit.Limiter;
import dev.plaza.ratelimit.address.ClientAddress;
import dev.plaza.ratelimit.header.RateLimitHeaders;
import dev.plaza.ratelimit.policy.PolicyFeed;
import dev.plaza.ratelimit.policy.PolicyStore;
import dev.plaza.ratelimit.redis.RedisAuthority;
import dev.plaza.ratelimit.redis.RedisLink;
import dev.plaza.ratelimit.redis.RedisMembership;
import dev.plaza.ratelimit.redis.RedisPolicyStore;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Puts the limiter together. Nothing here waits for Redis: a gateway that starts without it is
/// degraded, and finds it later.
@Configuration(proxyBeanMethods = false)
class LimitsConfiguration {

  private static final Duration HEARTBEAT = Duration.ofSeconds(1);

  @Bean
  ClientAddress clientAddress(RoutingProperties routing, LimitsProperties limits) {
    return new ClientAddress(routing.trustedProxies(), limits.v6Prefix());
  }

  @Bean
  RateLimitHeaders rateLimitHeaders(Clock clock) {
    return new RateLimitHeaders(clock);
  }

  /// Absent, everything passes.
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = "plaza.limits.enabled", matchIfMissing = true)
  static class Enabled {

    @Bean
    RedisLink redisLink(@Value("${spring.data.redis.url}") String url) {
      return RedisLink.to(url);
    }

    @Bean
    RedisMembership redisMembership(RedisLink link) {
      return RedisMembership.join(link, HEARTBEAT);
    }

    @Bean
    Limiter limiter(RedisLink link, RedisMembership members, LimitsProperties properties) {
      return Limiter.with(new RedisAuthority(link))
          .members(members)
          .settings(properties.settings())
          .policies(properties.configured())
          .build();
    }

    @Bean
    PolicyStore policyStore(RedisLink link) {
      return new RedisPolicyStore(link);
    }

    @Bean
    PolicyFeed policyFeed(
        LimitsProperties properties,
        PolicyStore store,
        Clock clock,
        Limiter limiter,
        RouteNames names) {
      return new PolicyFeed(
          properties.configured(),
          store,
          properties.file(),
          clock,
          policies -> {
            names.use(policies);
            limiter.use(policies);
          });
    }

    @Bean
    PolicyFeedLife policyFeedLife(PolicyFeed feed, LimitsProperties properties) {
      return new PolicyFeedLife(feed, properties.policiesEvery());
    }
  }
}
