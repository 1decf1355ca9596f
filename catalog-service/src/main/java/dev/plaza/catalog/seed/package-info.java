/// The sample city of the sandbox: made up from a seed, and labelled so.
@NullMarked
@ApplicationModule(allowedDependencies = {"hours", "menu", "restaurant"})
package dev.plaza.catalog.seed;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
