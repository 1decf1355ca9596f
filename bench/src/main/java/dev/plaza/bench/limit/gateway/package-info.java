/// What the limiter adds to a request in a running gateway, beside none and beside the framework's.
@NullMarked
package dev.plaza.bench.limit.gateway;

import org.jspecify.annotations.NullMarked;
