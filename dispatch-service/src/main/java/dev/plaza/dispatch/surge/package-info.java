/// Surge: how much scarcer couriers are than orders, per cell.
@NullMarked
@ApplicationModule(allowedDependencies = {"courier", "job"})
package dev.plaza.dispatch.surge;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
