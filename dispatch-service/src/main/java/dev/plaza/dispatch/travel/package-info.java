/// How long couriers ride in the city.
@NullMarked
@ApplicationModule(allowedDependencies = {"matching"})
package dev.plaza.dispatch.travel;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
