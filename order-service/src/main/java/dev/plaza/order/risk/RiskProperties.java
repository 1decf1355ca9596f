package dev.plaza.order.risk;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param holdFrom, refuseFrom the score from which an order is held for a person, or refused
/// @param newAccountValue whole units of the currency above which a first order is looked at
/// @param couponsPerAccount orders with a coupon that a customer may have made in a day
/// @param couponAccountsPerDevice other customers who may have used coupons on a device in a week
/// @param couponsRefusedPerHour different coupons that a customer may be refused
/// @param ridesTogether of a customer's last ten orders
/// @param testCards whether the provider's test cards are normal here
@ConfigurationProperties("order.risk")
record RiskProperties(
    @DefaultValue("50") int holdFrom,
    @DefaultValue("100") int refuseFrom,
    @DefaultValue("12") int accountOrdersPerHour,
    @DefaultValue("15") int deviceOrdersPerHour,
    @DefaultValue("4") int accountsPerDevice,
    @DefaultValue("200") long newAccountValue,
    @DefaultValue("4") int failedCardsPerHour,
    @DefaultValue("5") int couponsPerAccount,
    @DefaultValue("3") int couponAccountsPerDevice,
    @DefaultValue("10") int couponsRefusedPerHour,
    @DefaultValue("6") int ridesTogether,
    @DefaultValue("true") boolean testCards) {}
