package dev.plaza.notify.callback;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param inFlight calls to one service at once; a slow one waits for itself only
/// @param timeout of a call
/// @param poll how often due events are looked for
/// @param retries pauses behind each failed attempt; after the last one an event is given up
/// @param kept how long events can be replayed
/// @param privateEndpoints whether plain http and hosts of our own network may be called
@ConfigurationProperties("notify.callbacks")
record CallbackProperties(
    @DefaultValue("4") int inFlight,
    @DefaultValue("10s") Duration timeout,
    @DefaultValue("250ms") Duration poll,
    @DefaultValue({"5s", "2m", "3m", "6m", "10m", "15m"}) List<Duration> retries,
    @DefaultValue("7d") Duration kept,
    @DefaultValue("false") boolean privateEndpoints) {}
