/// How offers stand: what ops see and change, and whether an offer applies to an order.
@NullMarked
@ApplicationModule(allowedDependencies = {"offer", "authority", "ownership", "shard"})
package dev.plaza.quota.standing;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
