/// Rides that do not look like rides, told to whoever judges them.
@NullMarked
@ApplicationModule(allowedDependencies = {"redis", "position", "track"})
package dev.plaza.tracking.anomaly;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
