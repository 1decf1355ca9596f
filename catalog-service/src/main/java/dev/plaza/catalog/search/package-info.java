/// Search near a point: an index of all places in memory, fed by the catalog's own events.
@NullMarked
@ApplicationModule(allowedDependencies = {"hours", "restaurant"})
package dev.plaza.catalog.search;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
