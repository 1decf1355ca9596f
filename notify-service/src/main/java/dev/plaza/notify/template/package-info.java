/// What messages say: versions per channel and locale, rendered safely.
@NullMarked
@ApplicationModule(allowedDependencies = {"provider", "category"})
package dev.plaza.notify.template;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
