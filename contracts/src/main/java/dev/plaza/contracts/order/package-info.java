/// Event records of the order domain; topics, keys and samples in contracts/README.md.
@NullMarked
package dev.plaza.contracts.order;

import org.jspecify.annotations.NullMarked;
