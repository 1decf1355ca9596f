package dev.plaza.quota.shard;

import dev.plaza.quota.log.Storage;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// What a shard needs from around it.
///
/// @param storage where the logs of all shards lie; the next owner must see the same place
/// @param guids shared by the shards of one instance
/// @param clock wall clock: windows and holds go by it (corrected, see [Shard#authorityTime])
/// @param nanoTime monotonic: the lease on the shard goes by it; never the wall clock
public record ShardEnvironment(
    Storage storage,
    Authority authority,
    OfferBook offers,
    GuidIndex guids,
    InstantSource clock,
    LongSupplier nanoTime) {}
