/// Durable work: effects that are carried out at least once, whatever crashes. Knows nothing of
/// orders but that jobs belong to them.
@NullMarked
@ApplicationModule(allowedDependencies = {})
package dev.plaza.order.work;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
