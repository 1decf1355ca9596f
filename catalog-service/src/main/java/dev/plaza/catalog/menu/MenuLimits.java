package dev.plaza.catalog.menu;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How large a menu may be.
///
/// @param nestingMax groups within options within groups, counted in groups
/// @param optionsMax options of the whole menu
/// @param priceMax minor units
/// @param errorsShownMax of one refused menu
@ConfigurationProperties("catalog.menu")
record MenuLimits(
    @DefaultValue("100") int categoriesMax,
    @DefaultValue("2000") int itemsMax,
    @DefaultValue("30") int groupsPerPlaceMax,
    @DefaultValue("100") int optionsPerGroupMax,
    @DefaultValue("20000") int optionsMax,
    @DefaultValue("7") int nestingMax,
    @DefaultValue("10") int dayPartsMax,
    @DefaultValue("10000000") long priceMax,
    @DefaultValue("1000000") int stockMax,
    @DefaultValue("50") int errorsShownMax) {}
