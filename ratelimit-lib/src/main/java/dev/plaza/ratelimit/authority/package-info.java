@NullMarked
package dev.plaza.ratelimit.authority;

import org.jspecify.annotations.NullMarked;
