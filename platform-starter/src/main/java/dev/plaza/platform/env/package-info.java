/// Defaults of every service.
@NullMarked
package dev.plaza.platform.env;

import org.jspecify.annotations.NullMarked;
