/// Redemption quotas beside a conditional update in PostgreSQL and a script in Redis.
@NullMarked
package dev.plaza.bench.quota;

import org.jspecify.annotations.NullMarked;
