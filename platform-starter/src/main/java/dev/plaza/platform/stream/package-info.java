/// Server-Sent Events that resume where they broke off.
@NullMarked
package dev.plaza.platform.stream;

import org.jspecify.annotations.NullMarked;
