/// Orders for a purpose: one with its timeline told, or many to measure what the platform bears.
@NullMarked
package dev.plaza.dev.load;

import org.jspecify.annotations.NullMarked;
