/// Jobs: the orders that want a courier, and what dispatch says about them.
@NullMarked
@ApplicationModule(allowedDependencies = {"travel"})
package dev.plaza.dispatch.job;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
