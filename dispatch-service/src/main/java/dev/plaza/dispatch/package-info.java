/// Dispatch: finds a courier for every order, and another one when he is lost.
@NullMarked
package dev.plaza.dispatch;

import org.jspecify.annotations.NullMarked;
