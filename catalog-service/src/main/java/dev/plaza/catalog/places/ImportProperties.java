package dev.plaza.catalog.places;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param featuresMax of one file
/// @param batchMax places in one transaction
/// @param refusedShownMax refusals told one by one; all are counted
/// @param featureTokensMax JSON tokens of one feature
/// @param timezone of places whose file names none
@ConfigurationProperties("catalog.import")
record ImportProperties(
    @DefaultValue("100000") int featuresMax,
    @DefaultValue("200") int batchMax,
    @DefaultValue("1000") int refusedShownMax,
    @DefaultValue("2000") int featureTokensMax,
    @DefaultValue("Europe/Vienna") String timezone) {}
