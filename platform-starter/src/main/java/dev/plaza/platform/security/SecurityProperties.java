package dev.plaza.platform.security;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param publicPaths patterns that need no token (a webhook that checks a signature, say)
/// @param tokensCachedMax verified tokens kept in memory, so that a signature is checked once
/// @param tokenCachedFor how long, never past the token's expiry
@ConfigurationProperties("plaza.security")
record SecurityProperties(
    @DefaultValue List<String> publicPaths,
    @DefaultValue("10000") int tokensCachedMax,
    @DefaultValue("60s") Duration tokenCachedFor) {}
