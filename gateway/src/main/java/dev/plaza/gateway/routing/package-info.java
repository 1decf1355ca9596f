/// Which path goes to which part, to which of its instances, within which limits.
@NullMarked
package dev.plaza.gateway.routing;

import org.jspecify.annotations.NullMarked;
