/// From the shards' logs to Kafka, and from Kafka into the queryable log: each record once.
@NullMarked
@ApplicationModule(allowedDependencies = {"ownership", "offer", "shard", "log"})
package dev.plaza.quota.ship;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
