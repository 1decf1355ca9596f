package dev.plaza.quota.shard;

import org.jspecify.annotations.Nullable;

/// How a shard fares.
///
/// @param committedSeq last record that counts: written, and the lease was valid afterwards
/// @param writable false while the log refuses writes
/// @param fenced whether the lease was found over, or the authority named a newer epoch; for good
/// @param failure what broke last, in one sentence; null when nothing did
public record ShardHealth(
    int shard,
    long epoch,
    long committedSeq,
    boolean writable,
    boolean fenced,
    int offers,
    int guids,
    int parked,
    int queued,
    long flips,
    long spent,
    long slow,
    long waited,
    long logBytes,
    @Nullable String failure) {}
