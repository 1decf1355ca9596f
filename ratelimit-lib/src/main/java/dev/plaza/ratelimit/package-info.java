/// The limiter: [Limiter] decides a [Request] from tokens that this node holds already.
@NullMarked
package dev.plaza.ratelimit;

import org.jspecify.annotations.NullMarked;
