package dev.plaza.catalog.restaurant;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// @param hoursAhead how far ahead open intervals are published
/// @param hoursRefreshBelow they are published anew when less than this is left
/// @param hoursRefreshEvery how often the job looks
/// @param hoursRefreshBatchMax restaurants in one transaction of the job
/// @param pauseMinutesMax longest pause
@Validated
@ConfigurationProperties("catalog.restaurant")
record RestaurantProperties(
    @DefaultValue("16d") Duration hoursAhead,
    @DefaultValue("10d") Duration hoursRefreshBelow,
    @DefaultValue("1m") Duration hoursRefreshEvery,
    @DefaultValue("200") @Min(1) @Max(1000) int hoursRefreshBatchMax,
    @DefaultValue("10080") @Min(1) int pauseMinutesMax) {}
