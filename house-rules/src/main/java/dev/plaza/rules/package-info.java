@NullMarked
package dev.plaza.rules;

import org.jspecify.annotations.NullMarked;
