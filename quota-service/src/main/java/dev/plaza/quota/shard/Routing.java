package dev.plaza.quota.shard;

import dev.plaza.quota.log.Ident;

/// Which shard decides for an offer and a person: `hash(offer, person) mod shards`. The number of
/// shards is fixed for the life of a deployment: another number would separate people from their
/// counters.
final class Routing {

  private Routing() {}

  static int shard(String offerId, String userId, int shards) {
    Ident offer = Ident.of(offerId);
    Ident user = Ident.of(userId);
    long hash = Ident.mix(offer.hi() ^ Ident.mix(offer.lo() ^ Ident.mix(user.hi())) ^ user.lo());
    return (int) Long.remainderUnsigned(hash, shards);
  }
}
