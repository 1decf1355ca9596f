/// What those who wait for an order may see of its courier.
@NullMarked
@ApplicationModule(allowedDependencies = {"redis", "position"})
package dev.plaza.tracking.track;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
