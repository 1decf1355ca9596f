/// What providers report by calling us, verified on the bytes they signed, or by mail.
@ApplicationModule(allowedDependencies = "provider")
@NullMarked
package dev.plaza.notify.webhook;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
