package dev.plaza.tracking.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import java.time.Duration;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// A lost connection refuses commands instead of queueing them without bound.
@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

  @Bean
  LettuceClientOptionsBuilderCustomizer refuseWhileAway() {
    return options ->
        options
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .requestQueueSize(20_000)
            .socketOptions(
                SocketOptions.builder()
                    .connectTimeout(Duration.ofMillis(500))
                    .keepAlive(true)
                    .build());
  }
}
