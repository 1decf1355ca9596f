package dev.plaza.tracking.redis;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param deadline for a whole pipeline
/// @param pause after a failure, during which nobody waits for Redis again
@ConfigurationProperties("plaza.tracking.redis")
record RedisProperties(@DefaultValue("1s") Duration deadline, @DefaultValue("1s") Duration pause) {}
