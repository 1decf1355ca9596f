/// The JVM that hosts parts of the local stack: one part alone, or several side by side, each
/// behind a class loader that shows it exactly the class path it would have alone.
@NullMarked
package dev.plaza.dev.services;

import org.jspecify.annotations.NullMarked;
