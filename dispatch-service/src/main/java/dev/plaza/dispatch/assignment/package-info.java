/// Who is bound to which order, and every way that ends.
@NullMarked
@ApplicationModule(allowedDependencies = {"courier", "job", "eta", "travel"})
package dev.plaza.dispatch.assignment;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
