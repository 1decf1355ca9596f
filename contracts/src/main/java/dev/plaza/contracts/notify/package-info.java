/// Event records of the notify domain; topics, keys and samples in contracts/README.md.
@NullMarked
package dev.plaza.contracts.notify;

import org.jspecify.annotations.NullMarked;
