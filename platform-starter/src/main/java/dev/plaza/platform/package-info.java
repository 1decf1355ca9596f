/// Auto-configuration that services share; it knows no business word.
@NullMarked
package dev.plaza.platform;

import org.jspecify.annotations.NullMarked;
