/// Import of real places from GeoJSON files.
@NullMarked
@ApplicationModule(allowedDependencies = {"hours", "menu", "restaurant"})
package dev.plaza.catalog.places;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
