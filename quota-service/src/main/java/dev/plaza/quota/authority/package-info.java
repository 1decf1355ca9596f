/// The authority: who may spend how much. Rights leave it by lease, and every shard asks here.
@NullMarked
@ApplicationModule(allowedDependencies = {"offer", "shard"})
package dev.plaza.quota.authority;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
