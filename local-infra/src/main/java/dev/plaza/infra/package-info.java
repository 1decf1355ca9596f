/// PostgreSQL, Kafka and Redis for tests and for the local stack: in containers where an engine
/// answers, else as processes of this machine, else wherever the environment says they run.
@NullMarked
package dev.plaza.infra;

import org.jspecify.annotations.NullMarked;
