@NullMarked
package dev.plaza.ratelimit.redis;

import org.jspecify.annotations.NullMarked;
