package dev.plaza.catalog.restaurant;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What a delivery is expected to cost and take, for lists only: the binding price is the quote.
/// The fee follows the order service's tariff for the euro; currencies with thousandths take ten
/// times as many minor units.
///
/// @param baseFee minor units, up to `baseDistanceM`
/// @param feePerKm minor units for each kilometre beyond, by the metre and half up
/// @param feeMax minor units
/// @param speedKmh of a courier in the city, stops included
/// @param handover finding a courier, pick-up and hand-over together
/// @param spread how much later than the earliest time it may be
@ConfigurationProperties("catalog.delivery")
record DeliveryProperties(
    @DefaultValue("199") long baseFee,
    @DefaultValue("1000") int baseDistanceM,
    @DefaultValue("60") long feePerKm,
    @DefaultValue("999") long feeMax,
    @DefaultValue("15") double speedKmh,
    @DefaultValue("5m") Duration handover,
    @DefaultValue("15m") Duration spread) {}
