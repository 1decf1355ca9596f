package dev.plaza.order.work;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// @param concurrency jobs this instance works on at once
/// @param waitingMax own jobs that may wait for that; what is above goes back to all instances
/// @param lease how long a job belongs to whoever took it; longer than any effect may take
/// @param sweep how often this instance looks for jobs that nobody works on
/// @param batch how many it takes at a time
/// @param retryFirst the first delay; each further one is twice as long
/// @param retryMax the longest delay
/// @param retryShare retries allowed per first attempt; above that, retries wait longest
/// @param keepDone how long finished jobs stay readable
@Validated
@ConfigurationProperties("order.work")
record WorkProperties(
    @DefaultValue("32") @Min(1) @Max(1000) int concurrency,
    @DefaultValue("500") @Min(1) int waitingMax,
    @DefaultValue("30s") Duration lease,
    @DefaultValue("500ms") Duration sweep,
    @DefaultValue("50") @Min(1) @Max(1000) int batch,
    @DefaultValue("200ms") Duration retryFirst,
    @DefaultValue("20s") Duration retryMax,
    @DefaultValue("0.2") double retryShare,
    @DefaultValue("3d") Duration keepDone) {}
