/// The outbox beside a well-kept library.
@NullMarked
package dev.plaza.bench.outbox;

import org.jspecify.annotations.NullMarked;
