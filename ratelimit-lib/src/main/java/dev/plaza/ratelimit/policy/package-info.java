@NullMarked
package dev.plaza.ratelimit.policy;

import org.jspecify.annotations.NullMarked;
