/// Event records of the quota domain; topics, keys and samples in contracts/README.md.
@NullMarked
package dev.plaza.contracts.quota;

import org.jspecify.annotations.NullMarked;
