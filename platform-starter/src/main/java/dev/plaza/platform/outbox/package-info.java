/// Events written with the business change and published after it.
@NullMarked
package dev.plaza.platform.outbox;

import org.jspecify.annotations.NullMarked;
