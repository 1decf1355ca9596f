/// The way to the door: what dispatch decides and what the courier does.
@NullMarked
@ApplicationModule(allowedDependencies = {"checkout", "order", "saga"})
package dev.plaza.order.delivery;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
