package dev.plaza.platform.events;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param retriesMax how often a record that fails for an unknown reason is tried again before it
///     goes to the dead-letter topic; a database that is away does not count
/// @param retryFirst pause before the first retry, doubled each time
/// @param retryLast longest pause
/// @param replication replicas of topics that the services create
@ConfigurationProperties("plaza.kafka")
record KafkaProperties(
    @DefaultValue("6") int retriesMax,
    @DefaultValue("200ms") Duration retryFirst,
    @DefaultValue("5s") Duration retryLast,
    @DefaultValue("1") short replication) {}
