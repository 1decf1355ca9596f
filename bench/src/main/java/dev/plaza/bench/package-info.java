/// Benchmarks; each measures its peers in the same run.
@NullMarked
package dev.plaza.bench;

import org.jspecify.annotations.NullMarked;
