package dev.plaza.tracking.track;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param staleAfter a marker older than this is called stale
/// @param feedMax events kept for an order in Redis
/// @param feedKept how long after its last event
/// @param pathMax points in one answer
/// @param ordersCached how long a stream may go by what it knew of its order, if another instance
///     took the change in
/// @param socketsMax open track sockets of one instance
/// @param retention how long ended orders are remembered
@ConfigurationProperties("plaza.tracking.track")
record TrackProperties(
    @DefaultValue("60s") Duration staleAfter,
    @DefaultValue("2000") int feedMax,
    @DefaultValue("24h") Duration feedKept,
    @DefaultValue("500") int pathMax,
    @DefaultValue("1s") Duration ordersCached,
    @DefaultValue("5000") int socketsMax,
    @DefaultValue("30d") Duration retention) {}
