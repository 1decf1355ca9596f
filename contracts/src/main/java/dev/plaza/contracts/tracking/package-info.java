/// Event records of the tracking domain; topics, keys and samples in contracts/README.md.
@NullMarked
package dev.plaza.contracts.tracking;

import org.jspecify.annotations.NullMarked;
