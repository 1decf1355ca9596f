/// Search near a point.
@NullMarked
package dev.plaza.bench.search;

import org.jspecify.annotations.NullMarked;
