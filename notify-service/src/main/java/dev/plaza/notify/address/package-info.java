/// Addresses as values: checked once, compared in one form.
@NullMarked
@ApplicationModule(allowedDependencies = {})
package dev.plaza.notify.address;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
