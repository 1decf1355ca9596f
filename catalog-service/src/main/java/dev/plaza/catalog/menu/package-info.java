/// Menus: immutable versions, what is left of each item, and menus made up for places without one.
@NullMarked
@ApplicationModule(allowedDependencies = {"restaurant"})
package dev.plaza.catalog.menu;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
