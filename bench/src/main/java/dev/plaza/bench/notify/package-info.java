/// The notify service beside plain mail sending, same sink, same run.
@NullMarked
package dev.plaza.bench.notify;

import org.jspecify.annotations.NullMarked;
