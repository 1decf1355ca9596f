/// The auditor: reads every feature's tables, writes none, and says so when something is wrong.
@NullMarked
@ApplicationModule(allowedDependencies = {})
package dev.plaza.order.watch;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
