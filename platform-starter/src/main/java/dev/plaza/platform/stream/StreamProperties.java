package dev.plaza.platform.stream;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param openMax streams one instance holds at most; more get 503
/// @param poll how soon what other instances commit is seen
/// @param heartbeat a comment after this long without an event
/// @param reconnect what clients are told to wait before they reconnect
@ConfigurationProperties("plaza.streams")
record StreamProperties(
    @DefaultValue("5000") int openMax,
    @DefaultValue("1s") Duration poll,
    @DefaultValue("10s") Duration heartbeat,
    @DefaultValue("2s") Duration reconnect) {}
