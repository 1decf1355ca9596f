package dev.plaza.order.cart;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// @param tipPercentMax largest tip, percent of the cart's subtotal
/// @param subtotalMax what a cart may be worth, minor units; also what card networks take at once
/// @param keptFor how long a cart that nobody touches is kept
@Validated
@ConfigurationProperties("order.cart")
record CartProperties(
    @DefaultValue("100") @Min(0) @Max(1000) int tipPercentMax,
    @DefaultValue("99999999") @Min(1) @Max(1_000_000_000_000L) long subtotalMax,
    @DefaultValue("30d") Duration keptFor) {}
