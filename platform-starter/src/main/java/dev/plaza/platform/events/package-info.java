/// Kafka: topics, envelopes, what happens to a record that cannot be handled.
@NullMarked
package dev.plaza.platform.events;

import org.jspecify.annotations.NullMarked;
