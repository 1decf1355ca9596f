/// How much callers may ask: the limiter at the edge, and the API that operators change it by.
@NullMarked
package dev.plaza.gateway.limits;

import org.jspecify.annotations.NullMarked;
