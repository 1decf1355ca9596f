package dev.plaza.gateway.identity;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Whose tokens are accepted.
///
/// @param issuer the `iss` that tokens must carry
/// @param audience the `aud` that tokens must carry
/// @param skew how far clocks may differ
/// @param tokensRememberedMax how many tokens found valid are remembered
/// @param tokenRememberedFor how long; a withdrawn key is noticed after this at the latest
@ConfigurationProperties("plaza.identity")
public record IdentityProperties(
    @DefaultValue("http://localhost:8080/sandbox") String issuer,
    @DefaultValue("plaza") String audience,
    @DefaultValue("5s") Duration skew,
    @DefaultValue("10000") int tokensRememberedMax,
    @DefaultValue("60s") Duration tokenRememberedFor) {}
