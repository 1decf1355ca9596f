@NullMarked
package dev.plaza.ratelimit.region;

import org.jspecify.annotations.NullMarked;
