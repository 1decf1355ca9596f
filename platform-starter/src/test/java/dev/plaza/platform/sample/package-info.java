/// A sample service.
@org.jspecify.annotations.NullMarked
package dev.plaza.platform.sample;
