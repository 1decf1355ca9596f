/// The running platform from outside.
@NullMarked
package dev.plaza.bench.http;

import org.jspecify.annotations.NullMarked;
