package dev.plaza.quota.shard;

import org.jspecify.annotations.Nullable;

/// The rules a shard decides by. Asked on the shard's own thread for each command, so it answers
/// from memory and never blocks. Versions it gives must not go backwards for long: a shard
/// ignores them.
@FunctionalInterface
public interface OfferBook {

  /// The newest rules known here; null when there is no such offer.
  @Nullable OfferRules rules(String offerId);
}
