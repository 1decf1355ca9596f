/// Calls to providers over HTTP, with what is known after each.
@NullMarked
package dev.plaza.notify.provider.http;

import org.jspecify.annotations.NullMarked;
