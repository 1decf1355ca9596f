/// What people want to hear of, where and when.
@NullMarked
@ApplicationModule(allowedDependencies = {"address", "category", "provider"})
package dev.plaza.notify.preference;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
