/// Redemption quotas: offers whose limits hold, under load and under partitions.
@NullMarked
package dev.plaza.quota;

import org.jspecify.annotations.NullMarked;
