package dev.plaza.gateway.routing;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Where the parts are and what a request may cost.
///
/// @param routes the URLs of each part; several are taken in turn
/// @param connectTimeout to reach an instance
/// @param responseTimeout until an answer's headers; streams and sockets have none
/// @param uploadTimeout the same for uploads, whose body has to get through first
/// @param responseTimeouts other values, by route id
/// @param body longest request body
/// @param uploadBody longest request body on the paths that take files
/// @param ejection how long an instance that cannot be reached is passed over
/// @param inFlightMax requests being served at once, streams not counted; more are refused
/// @param trustedProxies addresses (CIDR) whose forwarding headers are believed
/// @param corsOrigins origins that browsers may call from
@ConfigurationProperties("plaza.gateway")
public record RoutingProperties(
    Map<String, List<URI>> routes,
    @DefaultValue("1s") Duration connectTimeout,
    @DefaultValue("15s") Duration responseTimeout,
    @DefaultValue("5m") Duration uploadTimeout,
    @DefaultValue Map<String, Duration> responseTimeouts,
    @DefaultValue("256KB") DataSize body,
    @DefaultValue("64MB") DataSize uploadBody,
    @DefaultValue("2s") Duration ejection,
    @DefaultValue("2000") int inFlightMax,
    @DefaultValue List<String> trustedProxies,
    @DefaultValue List<String> corsOrigins) {}
