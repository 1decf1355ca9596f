/// Telling services over HTTP what became of the messages they asked for.
@NullMarked
@ApplicationModule(allowedDependencies = {"provider"})
package dev.plaza.notify.callback;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
