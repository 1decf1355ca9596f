package dev.plaza.quota.shard;

import dev.plaza.quota.log.EntryKind;
import dev.plaza.quota.log.Ident;
import dev.plaza.quota.log.LogEntry;
import dev.plaza.quota.log.LogRecord;
import dev.plaza.quota.log.StateInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The state of a shard, and the only code that changes it: [#apply] takes a record, whether it
/// was just decided or is read from the log. So a state after recovery is the state before the
/// crash.
final class Ledger {

  final GuidTable guids = new GuidTable();
  final UserTable users = new UserTable();
  final Holds holds = new Holds();
  private final int shard;
  private final ShardSettings settings;
  private final GuidIndex index;
  private final List<Offer> offers = new ArrayList<>();
  private final Map<String, Offer> offersById = new HashMap<>();
  private boolean forgets;

  Ledger(int shard, ShardSettings settings, GuidIndex index) {
    this.shard = shard;
    this.settings = settings;
    this.index = index;
  }

  void apply(LogRecord it) {
    switch (it.kind()) {
      case SEAL, PROBE -> {}
      case OFFER -> rules(it);
      case GRANT -> grant(it);
      case RETURN -> giveBack(it);
      case RETIRED -> {
        offers.get(it.offer()).retired = true;
        forgets = true;
      }
      case RESERVED -> spend(it, Status.RESERVED);
      case CONFIRMED -> confirm(it);
      case REVERSED -> free(it, Status.REVERSED);
      case EXPIRED -> free(it, Status.EXPIRED);
      case CANCELLED -> cancel(it);
    }
  }

  /// All of it as it is now, whatever becomes of it.
  LedgerImage image(Moment now) {
    return new LedgerImage(
        guids.image(),
        users.image(),
        offers.stream().map(it -> LedgerImage.OfferImage.of(it, now)).toList(),
        holds.all(),
        forgets);
  }

  /// Takes over what an image wrote; this ledger is empty before.
  void restore(StateInput from) throws IOException {
    forgets = from.number() != 0;
    for (long count = from.number(); count > 0; count--) {
      Offer offer = LedgerImage.OfferImage.restore(from, offers.size(), settings);
      offers.add(offer);
      offersById.put(offer.id, offer);
    }
    guids.restore(from);
    index.expect(guids.size());
    for (int entry = 0; entry < guids.end(); entry++) {
      if (guids.used(entry) && guids.offer(entry) >= 0) {
        index.claim(guids.hi(entry), guids.lo(entry), shard);
      }
    }
    users.restore(from);
    for (long count = from.number(); count > 0; count--) {
      holds.open(LedgerImage.hold(from));
    }
  }

  private void rules(LogRecord it) {
    String id = Objects.requireNonNull(it.subject()).toString();
    OfferRules rules = RulesText.read(id, Objects.requireNonNull(it.text()));
    if (it.offer() < offers.size()) {
      Offer offer = offers.get(it.offer());
      offer.over |= rules.lowers(offer.rules());
      offer.rules(rules);
      // Nothing was spent, so nothing was forgotten: its window may be moved to another time.
      offer.retired &= offer.units.spent() > 0;
    } else {
      var offer = new Offer(offers.size(), rules, settings);
      offers.add(offer);
      offersById.put(id, offer);
    }
  }

  private void grant(LogRecord it) {
    Offer offer = offers.get(it.offer());
    offer.leaseNo = it.value();
    offer.over = false;
    offer.units.grant(it.units());
    offer.money.grant(it.amount());
  }

  private void giveBack(LogRecord it) {
    Offer offer = offers.get(it.offer());
    offer.units.giveBack(it.units());
    offer.money.giveBack(it.amount());
  }

  private void spend(LogRecord it, Status status) {
    Offer offer = offers.get(it.offer());
    Ident subject = Objects.requireNonNull(it.subject());
    int user = users.findOrAdd(offer.number, subject);
    users.spend(user, it.units());
    offer.units.spend(it.units());
    offer.money.spend(it.amount());
    Path path = (it.flags() & LogEntry.SLOW) == 0 ? Path.FAST : Path.SLOW;
    Mode mode = status == Status.RESERVED ? Mode.RESERVE : Mode.REDEEM;
    var terms = new GuidTable.Terms(it.units(), it.amount(), mode, path, status);
    int entry =
        guids.add(it.guidHi(), it.guidLo(), it.fingerprint(), offer.number, user, terms, it.hint());
    index.claim(it.guidHi(), it.guidLo(), shard);
    if (status == Status.RESERVED) {
      offer.units.hold(it.units());
      offer.money.hold(it.amount());
      Ident order = Objects.requireNonNull(it.order());
      holds.open(
          new Holds.Hold(entry, it.value(), new Holds.Purpose(offer.number, subject, order)));
    }
  }

  private void confirm(LogRecord it) {
    if (it.spends()) {
      spend(it, Status.CONFIRMED);
      return;
    }
    int entry = guids.find(it.guidHi(), it.guidLo());
    Offer offer = offers.get(it.offer());
    if ((it.flags() & LogEntry.AGAIN) != 0) {
      offer.units.spend(it.units());
      offer.money.spend(it.amount());
      users.spend(guids.user(entry), it.units());
    } else {
      endHold(entry, offer, it);
      offer.money.free(it.value());
    }
    guids.amount(entry, it.amount());
    guids.status(entry, Status.CONFIRMED);
  }

  private void cancel(LogRecord it) {
    if (it.offer() < 0) {
      var terms = new GuidTable.Terms(0, it.at(), Mode.REDEEM, Path.FAST, Status.CANCELLED);
      guids.add(it.guidHi(), it.guidLo(), 0, -1, 0, terms, 0);
      forgets = true;
    } else {
      free(it, Status.CANCELLED);
    }
  }

  private void free(LogRecord it, Status status) {
    int entry = guids.find(it.guidHi(), it.guidLo());
    Offer offer = offers.get(it.offer());
    Status before = guids.status(entry);
    if (before == Status.RESERVED) {
      endHold(entry, offer, it);
    }
    if (before.spends()) {
      offer.units.free(it.units());
      offer.money.free(it.amount());
      users.spend(guids.user(entry), -it.units());
    }
    guids.status(entry, status);
  }

  private void endHold(int entry, Offer offer, LogRecord it) {
    holds.close(entry);
    offer.units.endHold(it.units());
    offer.money.endHold(it.amount() + it.value());
  }

  /// Whether there is, or ever was, anything to be forgotten.
  boolean forgets() {
    return forgets;
  }

  /// Forgets a GUID.
  void forget(int entry) {
    index.release(guids.hi(entry), guids.lo(entry), shard);
    guids.remove(entry);
  }

  @Nullable Offer offer(String id) {
    return offersById.get(id);
  }

  Offer offer(int number) {
    return offers.get(number);
  }

  /// A pause that differs from shard to shard and from time to time, without chance.
  long jitter(long at, long most) {
    return Long.remainderUnsigned(Ident.mix(at * 1_000 + shard), most + 1);
  }

  int shards() {
    return settings.shards();
  }

  List<Offer> offers() {
    return offers;
  }

  /// A step of a GUID that is in the table, with what it moves.
  LogRecord step(EntryKind kind, int flags, long at, int entry) {
    return step(kind, flags, at, entry, guids.amount(entry), 0);
  }

  /// A confirmation of a GUID that is in the table.
  ///
  /// @param rest how much less that is than what was held
  LogRecord confirmation(int flags, long at, int entry, long amount, long rest) {
    return step(EntryKind.CONFIRMED, flags, at, entry, amount, rest);
  }

  private LogRecord step(EntryKind kind, int flags, long at, int entry, long amount, long value) {
    return new LogRecord(
        kind,
        flags,
        at,
        guids.hi(entry),
        guids.lo(entry),
        guids.offer(entry),
        null,
        null,
        guids.units(entry),
        amount,
        0,
        0,
        value,
        0,
        null);
  }
}
