package dev.plaza.order.restaurant;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// @param cachedRestaurantsMax restaurants kept parsed in memory
/// @param cachedMenuItemsMax items and options of menus kept parsed in memory
/// @param menusKept versions of a restaurant's menu kept in the database
/// @param holdsKept how long it is remembered what an order took from stock
@Validated
@ConfigurationProperties("order.restaurant")
record RestaurantProperties(
    @DefaultValue("5000") @Min(1) int cachedRestaurantsMax,
    @DefaultValue("200000") @Min(1) int cachedMenuItemsMax,
    @DefaultValue("5") @Min(1) int menusKept,
    @DefaultValue("7d") Duration holdsKept) {}
