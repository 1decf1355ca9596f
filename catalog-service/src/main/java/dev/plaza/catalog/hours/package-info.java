/// Opening hours in the OSM `opening_hours` syntax: read them, and say for any moment whether a
/// place is open, closed or unknown. Pure: no Spring, no I/O.
@NullMarked
@ApplicationModule(allowedDependencies = {})
package dev.plaza.catalog.hours;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
