/// Which instance writes which shard: leases in the database, fences beside the logs, a fair share
/// for everybody alive, and the map by which commands find their shard.
@NullMarked
@ApplicationModule(allowedDependencies = {"offer", "authority", "shard", "log"})
package dev.plaza.quota.ownership;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
