package dev.plaza.platform.outbox;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param lanes into how many ordered lanes keys are hashed; instances share the lanes
/// @param batchMax events published in one go
/// @param poll how soon events of a crashed instance are noticed; own commits wake the publisher
/// @param publishTimeout how long Kafka may take to acknowledge a batch
@ConfigurationProperties("plaza.outbox")
record OutboxProperties(
    @DefaultValue("8") short lanes,
    @DefaultValue("500") int batchMax,
    @DefaultValue("500ms") Duration poll,
    @DefaultValue("30s") Duration publishTimeout) {}
