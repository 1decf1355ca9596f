/// Positions of couriers: taken in, in batches; the newest kept as marker, all of them as history.
@NullMarked
@ApplicationModule(allowedDependencies = {"redis"})
package dev.plaza.tracking.position;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
