@NullMarked
package dev.plaza.ratelimit.header;

import org.jspecify.annotations.NullMarked;
