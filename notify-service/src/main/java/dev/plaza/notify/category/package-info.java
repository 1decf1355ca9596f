/// What notifications are about, and the rules that follow from it.
@NullMarked
@ApplicationModule(allowedDependencies = {"provider"})
package dev.plaza.notify.category;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
