/// The way of each message: decided, rendered, handed over, told.
@NullMarked
@ApplicationModule(
    allowedDependencies = {
      "address",
      "callback",
      "category",
      "device",
      "inbox",
      "job",
      "preference",
      "provider",
      "routing",
      "suppression",
      "template"
    })
package dev.plaza.notify.delivery;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
