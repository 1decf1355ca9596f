/// The order service: carts, prices, and the saga of an order. One package a feature.
@NullMarked
package dev.plaza.order;

import org.jspecify.annotations.NullMarked;
