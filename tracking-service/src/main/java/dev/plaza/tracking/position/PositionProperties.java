package dev.plaza.tracking.position;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param skew how far in the future a device's clock may be
/// @param ageMax older positions are refused
/// @param markerKept how long a courier's newest position is kept in Redis
/// @param lanes writers of one instance; a courier always has the same
/// @param queueMax positions waiting for a lane; more get 503
/// @param flushMax positions written in one go
/// @param writeWait how long a request waits for its positions to be written
/// @param retentionDays days of history kept
/// @param partitionsAhead days for which partitions are made in advance
/// @param publishBlock how long publishing may hold up a lane when Kafka is away
@ConfigurationProperties("plaza.tracking.position")
record PositionProperties(
    @DefaultValue("30s") Duration skew,
    @DefaultValue("24h") Duration ageMax,
    @DefaultValue("2h") Duration markerKept,
    @DefaultValue("2") int lanes,
    @DefaultValue("50000") int queueMax,
    @DefaultValue("4000") int flushMax,
    @DefaultValue("10s") Duration writeWait,
    @DefaultValue("30") int retentionDays,
    @DefaultValue("4") int partitionsAhead,
    @DefaultValue("50ms") Duration publishBlock) {}
