/// Event records of the gateway; topics, keys and samples in contracts/README.md.
@NullMarked
package dev.plaza.contracts.gateway;

import org.jspecify.annotations.NullMarked;
