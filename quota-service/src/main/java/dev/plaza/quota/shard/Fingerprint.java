package dev.plaza.quota.shard;

import dev.plaza.quota.log.Ident;

/// Two commands under one GUID are the same command iff they share this: offer, person, order,
/// units, amount, mode, and how long the hold lasts.
final class Fingerprint {

  private Fingerprint() {}

  static long of(Command.Spend it, Holds.Purpose purpose) {
    return Ident.mix(withoutHold(it, purpose) ^ it.hold().toMillis());
  }

  /// Whether a command is the one that left this fingerprint.
  static boolean matches(long known, Command.Spend it, Holds.Purpose purpose) {
    return known == of(it, purpose) || known == withoutHold(it, purpose);
  }

  /// What logs of before the hold was part of it have.
  private static long withoutHold(Command.Spend it, Holds.Purpose purpose) {
    long hash = Ident.mix(purpose.offer() + 1L);
    hash = Ident.mix(hash ^ purpose.user().hi()) + purpose.user().lo();
    hash = Ident.mix(hash ^ purpose.order().hi()) + purpose.order().lo();
    hash = Ident.mix(hash ^ it.units()) + it.amount();
    return Ident.mix(hash ^ (it.mode() == Mode.RESERVE ? 1 : 2));
  }
}
