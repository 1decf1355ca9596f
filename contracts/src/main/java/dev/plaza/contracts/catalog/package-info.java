/// Event records of the catalog domain; topics, keys and samples in contracts/README.md.
@NullMarked
package dev.plaza.contracts.catalog;

import org.jspecify.annotations.NullMarked;
