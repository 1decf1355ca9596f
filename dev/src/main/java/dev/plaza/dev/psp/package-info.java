/// A payment provider to develop against: the part of the v1 API of Stripe that Plaza uses, with
/// its rules, durable books, and switches for everything that goes wrong at a real one.
@NullMarked
package dev.plaza.dev.psp;

import org.jspecify.annotations.NullMarked;
