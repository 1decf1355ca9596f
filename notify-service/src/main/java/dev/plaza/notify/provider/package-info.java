/// What carries messages out: one contract, and each provider's own wire protocol behind it.
@NullMarked
package dev.plaza.notify.provider;

import org.jspecify.annotations.NullMarked;
