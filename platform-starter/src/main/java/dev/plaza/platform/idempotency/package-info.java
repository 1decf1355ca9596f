/// POST requests that take effect once, however often they are sent.
@NullMarked
package dev.plaza.platform.idempotency;

import org.jspecify.annotations.NullMarked;
