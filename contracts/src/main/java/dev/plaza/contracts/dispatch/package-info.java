/// Event records of the dispatch domain; topics, keys and samples in contracts/README.md.
@NullMarked
package dev.plaza.contracts.dispatch;

import org.jspecify.annotations.NullMarked;
