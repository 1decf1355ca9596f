/// Who should carry what: pure decisions, no clock, no I/O, no framework.
///
/// [Matcher] takes what is known at one moment and answers with a [Plan]. The service runs it
/// every second; a simulator runs the same code over published benchmark instances.
@NullMarked
package dev.plaza.dispatch.matching;

import org.jspecify.annotations.NullMarked;
