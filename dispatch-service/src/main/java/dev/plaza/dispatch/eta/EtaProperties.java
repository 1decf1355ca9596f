package dev.plaza.dispatch.eta;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param sooner share of the remaining time by which it may come earlier
/// @param later share of the remaining time by which it may come later
/// @param leastSpread the interval is at least this wide on either side
/// @param notice smaller moves of the expectation are not announced
/// @param watch how often expectations are checked against positions
/// @param checkedMax most jobs checked at a time
@ConfigurationProperties("plaza.dispatch.eta")
record EtaProperties(
    @DefaultValue("0.15") double sooner,
    @DefaultValue("0.30") double later,
    @DefaultValue("60s") Duration leastSpread,
    @DefaultValue("60s") Duration notice,
    @DefaultValue("5s") Duration watch,
    @DefaultValue("1000") int checkedMax) {}
