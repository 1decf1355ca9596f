package dev.plaza.dispatch.offer;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param expiry how long a courier has to answer
/// @param againAfter who let an offer pass gets the same order again after this at the earliest
/// @param expiredMax most offers closed in one go
@ConfigurationProperties("plaza.dispatch.offer")
record OfferProperties(
    @DefaultValue("45s") Duration expiry,
    @DefaultValue("2m") Duration againAfter,
    @DefaultValue("500") int expiredMax) {}
