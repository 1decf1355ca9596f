/// HTTP for the simulators: a small server, JSON, and command line options. No framework, so that
/// they start in a blink.
@NullMarked
package dev.plaza.dev.web;

import org.jspecify.annotations.NullMarked;
