package dev.plaza.catalog.search;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// @param sweepEvery how often the database is asked for changes whose event was missed
/// @param sweepOverlap how far each of these looks back, for transactions that commit late
/// @param staleness how old an answer for a hot area may be; zero: answers are not cached
/// @param hotPerWindow questions about an area (H3 resolution 7) in `hotWindow` that make it hot
/// @param redisPause how long Redis is left alone after it failed
@Validated
@ConfigurationProperties("catalog.search")
record SearchProperties(
    @DefaultValue("5s") Duration sweepEvery,
    @DefaultValue("1m") Duration sweepOverlap,
    @DefaultValue("1s") Duration staleness,
    @DefaultValue("50") @Min(1) int hotPerWindow,
    @DefaultValue("10s") Duration hotWindow,
    @DefaultValue("5s") Duration redisPause) {}
