package dev.plaza.ratelimit;

import dev.plaza.ratelimit.policy.Regions;

/// A bucket that regions share out: where its shares are kept, and what they are of.
///
/// @param ledger the key of the ledger, the same in all regions
/// @param shares who owns what before anything moves
/// @param toleranceMicros how long a full bucket takes to fill
public record ShareKey(String ledger, Regions.Shares shares, long toleranceMicros) {}
