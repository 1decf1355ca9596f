package dev.plaza.quota.shard;

import dev.plaza.quota.log.Ident;

/// Two commands under one GUID are the same command iff they share this: offer, person, order,
/// units, amount and mode. How long a hold lasts is not part of it.
final class Fingerprint {

  private Fingerprint() {}

  static long of(Command.Spend it, Holds.Purpose purpose) {
    long hash = Ident.mix(purpose.offer() + 1L);
    hash = Ident.mix(hash ^ purpose.user().hi()) + purpose.user().lo();
    hash = Ident.mix(hash ^ purpose.order().hi()) + purpose.order().lo();
    hash = Ident.mix(hash ^ it.units()) + it.amount();
    return Ident.mix(hash ^ (it.mode() == Mode.RESERVE ? 1 : 2));
  }
}
