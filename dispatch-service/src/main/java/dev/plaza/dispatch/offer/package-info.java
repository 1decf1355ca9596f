/// Trips offered to couriers; the first who accepts has it.
@NullMarked
@ApplicationModule(allowedDependencies = {"courier", "job", "assignment"})
package dev.plaza.dispatch.offer;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
