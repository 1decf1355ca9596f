/// Redemptions over HTTP: taken by any instance, decided by the shard of offer and person.
@NullMarked
@ApplicationModule(allowedDependencies = {"offer", "authority", "ownership", "shard"})
package dev.plaza.quota.redemption;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
