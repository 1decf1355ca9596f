package dev.plaza.dispatch.job;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param giveUp how long a search goes on, counted from when the courier should be on his way
/// @param searchLead a search is in earnest this long before the food is ready
/// @param promise when the order does not say by when it was promised: ready + this
/// @param openMax most open jobs that one round looks at, longest waiting first
@ConfigurationProperties("plaza.dispatch.job")
record JobProperties(
    @DefaultValue("10m") Duration giveUp,
    @DefaultValue("5m") Duration searchLead,
    @DefaultValue("30m") Duration promise,
    @DefaultValue("500") int openMax) {}
