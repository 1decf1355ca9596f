/// The door: requests are checked, stored, answered, and turned into deliveries.
@NullMarked
@ApplicationModule(
    allowedDependencies = {"address", "category", "delivery", "job", "provider", "template"})
package dev.plaza.notify.accept;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
