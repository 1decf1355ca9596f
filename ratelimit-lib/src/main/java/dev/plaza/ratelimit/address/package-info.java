@NullMarked
package dev.plaza.ratelimit.address;

import org.jspecify.annotations.NullMarked;
