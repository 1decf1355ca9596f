/// `./plaza`: starts, stops, watches and breaks the local stack.
///
/// [dev.plaza.dev.launcher.Topology] says what there is; everything else follows from it.
@NullMarked
package dev.plaza.dev.launcher;

import org.jspecify.annotations.NullMarked;
