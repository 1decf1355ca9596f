/// What a customer has chosen: carts, and the rules of their lines and modifiers.
@NullMarked
@ApplicationModule(allowedDependencies = "restaurant")
package dev.plaza.order.cart;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
