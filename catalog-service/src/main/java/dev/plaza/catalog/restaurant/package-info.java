/// Restaurants: what their staff says about them, when they take orders, and the events about both.
@NullMarked
@ApplicationModule(allowedDependencies = {"hours"})
package dev.plaza.catalog.restaurant;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
