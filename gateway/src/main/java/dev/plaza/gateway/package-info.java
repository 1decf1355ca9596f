/// The one entry to the platform: routing, authentication, limits; no business.
@NullMarked
package dev.plaza.gateway;

import org.jspecify.annotations.NullMarked;
