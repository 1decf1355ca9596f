/// Devices that take pushes: each token belongs to one user.
@NullMarked
@ApplicationModule(allowedDependencies = {"provider"})
package dev.plaza.notify.device;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
