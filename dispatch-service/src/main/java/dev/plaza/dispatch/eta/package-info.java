/// When the food arrives: an interval that only moves for a reason, and how wrong it was.
@NullMarked
@ApplicationModule(allowedDependencies = {"travel", "courier", "job"})
package dev.plaza.dispatch.eta;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
