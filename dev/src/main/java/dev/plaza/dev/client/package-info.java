/// The public API as its users see it: sessions by sandbox token, calls, and the steps of an order.
/// The simulators, the load generator and the journeys all speak through it.
@NullMarked
package dev.plaza.dev.client;

import org.jspecify.annotations.NullMarked;
