@NullMarked
package dev.plaza.ratelimit.servlet;

import org.jspecify.annotations.NullMarked;
