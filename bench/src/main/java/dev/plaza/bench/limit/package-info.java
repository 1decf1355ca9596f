/// The rate limiter beside its peers.
@NullMarked
package dev.plaza.bench.limit;

import org.jspecify.annotations.NullMarked;
