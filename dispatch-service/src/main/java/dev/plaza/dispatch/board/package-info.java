/// What operators see.
@NullMarked
@ApplicationModule(allowedDependencies = {"courier", "job", "offer", "assignment", "surge"})
package dev.plaza.dispatch.board;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
