/// The way to Redis: pipelines of scripts with a deadline, and a quick no while it is away.
@NullMarked
@ApplicationModule(allowedDependencies = {})
package dev.plaza.tracking.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
