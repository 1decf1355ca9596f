/// Errors as RFC 9457 problem details with stable codes.
@NullMarked
package dev.plaza.platform.problem;

import org.jspecify.annotations.NullMarked;
