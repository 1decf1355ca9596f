package dev.plaza.dispatch.courier;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param freshness couriers whose last position is older get no offers
/// @param rating what a courier starts with
/// @param candidatesMax most couriers that one round looks at
/// @param feedKept how long a live stream can be resumed
@ConfigurationProperties("plaza.dispatch.courier")
record CourierProperties(
    @DefaultValue("60s") Duration freshness,
    @DefaultValue("4.5") double rating,
    @DefaultValue("5000") int candidatesMax,
    @DefaultValue("24h") Duration feedKept) {}
