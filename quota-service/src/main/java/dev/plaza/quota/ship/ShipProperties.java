package dev.plaza.quota.ship;

import dev.plaza.contracts.Topics;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param topic where the logs go; another one only for a second platform on the same Kafka
@ConfigurationProperties("quota.ship")
record ShipProperties(@DefaultValue(Topics.QUOTA_REDEMPTION) String topic) {}
