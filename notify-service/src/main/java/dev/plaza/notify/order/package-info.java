/// What customers, restaurants and couriers hear about orders, in the platform's own templates.
@NullMarked
@ApplicationModule(allowedDependencies = {"accept", "template"})
package dev.plaza.notify.order;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
