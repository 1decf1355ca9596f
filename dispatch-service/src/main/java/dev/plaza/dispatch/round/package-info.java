/// The heartbeat: every second the open jobs meet the free couriers.
@NullMarked
@ApplicationModule(
    allowedDependencies = {"matching", "travel", "courier", "job", "assignment", "offer"})
package dev.plaza.dispatch.round;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
