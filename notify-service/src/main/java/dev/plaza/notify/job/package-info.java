/// What was asked for: jobs, and the lists they are sent to.
@NullMarked
@ApplicationModule(allowedDependencies = {"address", "category", "provider"})
package dev.plaza.notify.job;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
