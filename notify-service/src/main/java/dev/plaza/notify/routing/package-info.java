/// Which provider carries a message: weights, a breaker all instances share, rates.
@NullMarked
@ApplicationModule(allowedDependencies = {"provider", "category"})
package dev.plaza.notify.routing;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
