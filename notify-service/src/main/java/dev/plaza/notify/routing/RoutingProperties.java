package dev.plaza.notify.routing;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param failuresMax failures in a row that open a breaker
/// @param callsMin calls within the window before the share of failures counts
/// @param failureShare share of failures within the window that opens a breaker
/// @param window of that share
/// @param openFor how long a breaker stays open at first; doubled each time
/// @param openMax at the longest
/// @param probeFor how long a probe may take before another one is allowed
/// @param ramp how long a provider that came back takes to its full weight
/// @param refresh how soon this instance sees what others decided
/// @param rates messages per second by provider; absent: no limit
/// @param burst messages of a rate that may go at once
/// @param reserve share of a rate that bulk messages never use
@ConfigurationProperties("notify.routing")
record RoutingProperties(
    @DefaultValue("5") int failuresMax,
    @DefaultValue("20") int callsMin,
    @DefaultValue("0.5") double failureShare,
    @DefaultValue("10s") Duration window,
    @DefaultValue("5s") Duration openFor,
    @DefaultValue("5m") Duration openMax,
    @DefaultValue("30s") Duration probeFor,
    @DefaultValue("30s") Duration ramp,
    @DefaultValue("250ms") Duration refresh,
    @DefaultValue Map<String, Double> rates,
    @DefaultValue("20") int burst,
    @DefaultValue("0.2") double reserve) {}
