/// Addresses nothing is sent to any more.
@NullMarked
@ApplicationModule(allowedDependencies = {"address", "category", "provider"})
package dev.plaza.notify.suppression;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
