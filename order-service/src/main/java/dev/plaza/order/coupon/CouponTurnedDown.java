package dev.plaza.order.coupon;

/// Somebody tried a coupon that was not for them: one more sign for whoever looks for abuse.
///
/// @param reason as in [dev.plaza.order.pricing.Coupons.Answer.Refused]
public record CouponTurnedDown(String customerId, String code, String reason) {}
