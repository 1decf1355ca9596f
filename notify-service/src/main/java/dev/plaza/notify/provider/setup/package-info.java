/// Makes the providers that the configuration names.
@NullMarked
package dev.plaza.notify.provider.setup;

import org.jspecify.annotations.NullMarked;
