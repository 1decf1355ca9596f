/// The local copy of what the catalog publishes: restaurants, menus by version, stock.
@NullMarked
@ApplicationModule(allowedDependencies = {})
package dev.plaza.order.restaurant;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
