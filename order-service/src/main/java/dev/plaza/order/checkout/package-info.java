/// Runs the saga: one transaction a signal, timers that survive, commands that are carried out, and
/// the API by which an order begins and is called off.
@NullMarked
@ApplicationModule(allowedDependencies = {"order", "pricing", "restaurant", "saga", "work"})
package dev.plaza.order.checkout;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
