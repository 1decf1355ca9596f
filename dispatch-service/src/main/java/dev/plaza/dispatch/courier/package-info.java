/// Couriers: who is on duty, where, with how much room.
@NullMarked
@ApplicationModule(allowedDependencies = {"travel"})
package dev.plaza.dispatch.courier;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
