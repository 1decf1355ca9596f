/// Fraud: what an order looks like, what speaks against it, and the people who decide.
@NullMarked
@ApplicationModule(allowedDependencies = {"checkout", "coupon", "order", "pricing", "saga"})
package dev.plaza.order.risk;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
