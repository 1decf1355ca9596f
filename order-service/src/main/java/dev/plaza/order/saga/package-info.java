/// The saga of an order, pure: sealed states that answer every signal with a decision. No clock, no
/// I/O, no Spring but the annotation of its terms.
@NullMarked
@ApplicationModule(allowedDependencies = "order")
package dev.plaza.order.saga;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
