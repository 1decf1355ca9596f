/// The saga of an order: pure decisions (`Checkout` and its states), and the runner that makes them
/// in one transaction each. Other features carry out its commands and send it signals.
@NullMarked
@ApplicationModule(allowedDependencies = {"order", "pricing", "restaurant", "work"})
package dev.plaza.order.checkout;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
