/// Holds the three books of every offer against each other: log, authority, shards.
@NullMarked
@ApplicationModule(allowedDependencies = {"ownership", "shard"})
package dev.plaza.quota.reconcile;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
