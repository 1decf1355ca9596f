/// What a cart costs: the pure price function, quotes, and the check an order must pass.
@NullMarked
@ApplicationModule(allowedDependencies = {"cart", "restaurant"})
package dev.plaza.order.pricing;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
