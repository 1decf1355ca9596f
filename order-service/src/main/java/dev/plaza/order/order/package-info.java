/// Orders as stored and as seen: status, audit events, lists, live stream.
@NullMarked
@ApplicationModule(allowedDependencies = {"pricing"})
package dev.plaza.order.order;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
