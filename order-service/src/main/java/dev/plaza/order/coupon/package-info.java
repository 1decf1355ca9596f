/// Coupons: what one is worth now, and its redemption at the quota service as commands of the saga.
@NullMarked
@ApplicationModule(allowedDependencies = {"checkout", "order", "pricing", "saga", "work"})
package dev.plaza.order.coupon;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
