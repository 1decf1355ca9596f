package dev.plaza.catalog.seed;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param number what the city is drawn from: the same number, the same city
@ConfigurationProperties("catalog.seed")
record SeedProperties(
    @DefaultValue("2026") long number,
    @DefaultValue("120") int places,
    @DefaultValue("48.2082") double lat,
    @DefaultValue("16.3738") double lon,
    @DefaultValue("Europe/Vienna") String timezone) {}
