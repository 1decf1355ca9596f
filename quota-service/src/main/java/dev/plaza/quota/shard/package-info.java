/// The engine of one shard: a single writer that decides redemptions from rights it holds and
/// commits every decision to its event log before anybody hears of it. Plain Java.
@NullMarked
@ApplicationModule(allowedDependencies = {"log"})
package dev.plaza.quota.shard;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
