/// The restaurant's side of an order: the tablet API, and point-of-sale systems by signed webhook.
@NullMarked
@ApplicationModule(
    allowedDependencies = {"cart", "checkout", "order", "pricing", "restaurant", "saga", "work"})
package dev.plaza.order.kitchen;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
