/// The event log of a shard: append-only segments of checked records, one folder per epoch of
/// ownership. Plain Java; knows nothing of limits.
@NullMarked
@ApplicationModule(allowedDependencies = {})
package dev.plaza.quota.log;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
