/// Limits of a request.
@NullMarked
package dev.plaza.platform.web;

import org.jspecify.annotations.NullMarked;
