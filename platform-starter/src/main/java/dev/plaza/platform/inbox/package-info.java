/// Events taken in once.
@NullMarked
package dev.plaza.platform.inbox;

import org.jspecify.annotations.NullMarked;
