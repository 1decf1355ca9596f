package dev.plaza.quota.shard;

import dev.plaza.quota.log.EntryKind;
import dev.plaza.quota.log.Ident;
import dev.plaza.quota.log.LogEntry;
import dev.plaza.quota.log.LogRecord;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Decides commands: a command and the state in, records and an answer out. Where rights are
/// missing there is no answer yet; the command is decided anew when rights have come.
final class Decisions {

  private final int shard;
  private final ShardSettings settings;
  private final OfferBook book;
  private final GuidIndex index;
  private final Ledger ledger;
  private final Consumer<LogRecord> log;

  Decisions(
      int shard,
      ShardSettings settings,
      ShardEnvironment around,
      Ledger ledger,
      Consumer<LogRecord> log) {
    this.shard = shard;
    this.settings = settings;
    this.ledger = ledger;
    this.log = log;
    book = around.offers();
    index = around.guids();
  }

  /// The answer, or null when the offer's rights here do not suffice.
  ///
  /// @param waited whether it was decided before, without rights
  @Nullable Answer decide(Command command, Moment now, boolean waited) {
    return switch (command) {
      case Command.Spend it -> spend(it, now, waited);
      case Command.Confirm it -> confirm(it, now);
      case Command.Reverse it -> reverse(it.guid(), now);
    };
  }

  private @Nullable Answer spend(Command.Spend it, Moment now, boolean waited) {
    int known = find(it.guid());
    if (known >= 0) {
      return repeat(it, known);
    }
    Offer offer = offer(it.offerId(), now);
    if (offer == null) {
      return new Answer.Refused(it.guid(), Refusal.UNKNOWN_OFFER);
    }
    Ident user = Ident.of(it.userId());
    var purpose = new Holds.Purpose(offer.number, user, Ident.of(it.orderId()));
    Holds.Hold stale = ledger.holds.of(purpose);
    Refusal refusal = refusal(it, offer, user, stale, now);
    if (refusal != null) {
      return refuse(it.guid(), offer, refusal);
    }
    if (ledger.guids.size() >= settings.guidsMax()) {
      return new Answer.Unavailable(it.guid(), Trouble.OVERLOADED);
    }
    long freedUnits = stale == null ? 0 : ledger.guids.units(stale.entry());
    long freedAmount = stale == null ? 0 : ledger.guids.amount(stale.entry());
    if (!offer.allow(it.units() - freedUnits, it.amount() - freedAmount)) {
      return null;
    }
    if (!index.claim(
        it.guid().getMostSignificantBits(), it.guid().getLeastSignificantBits(), shard)) {
      return refuse(it.guid(), offer, Refusal.GUID_REUSED);
    }
    if (stale != null) {
      write(ledger.step(EntryKind.CANCELLED, LogEntry.LINKED, now.wall(), stale.entry()));
    }
    return spend(it, offer, purpose, now, waited);
  }

  private Answer spend(
      Command.Spend it, Offer offer, Holds.Purpose purpose, Moment now, boolean waited) {
    touch(offer, now);
    offer.units.seen(it.units(), now.wall());
    offer.money.seen(it.amount(), now.wall());
    offer.judge(settings, now);
    Path path = offer.label.path();
    Long before = offer.remaining();
    Long remaining = before == null ? null : (Long) Math.max(0, before - it.units());
    boolean reserve = it.mode() == Mode.RESERVE;
    write(
        new LogRecord(
            reserve ? EntryKind.RESERVED : EntryKind.CONFIRMED,
            (path == Path.SLOW ? LogEntry.SLOW : 0) | (reserve ? LogEntry.RESERVATION : 0),
            now.wall(),
            it.guid().getMostSignificantBits(),
            it.guid().getLeastSignificantBits(),
            offer.number,
            purpose.user(),
            purpose.order(),
            it.units(),
            it.amount(),
            Fingerprint.of(it, purpose),
            remaining == null ? 0 : remaining + 1,
            reserve ? now.wall() + it.hold().toMillis() : 0,
            0,
            null));
    offer.spentCount++;
    offer.slowCount += path == Path.SLOW ? 1 : 0;
    offer.waitedCount += waited ? 1 : 0;
    Status status = reserve ? Status.RESERVED : Status.CONFIRMED;
    return new Answer.Done(it.guid(), status, status, path, remaining, false);
  }

  private @Nullable Refusal refusal(
      Command.Spend it, Offer offer, Ident user, Holds.@Nullable Hold stale, Moment now) {
    OfferRules rules = offer.rules();
    if (!now.started(rules)) {
      return Refusal.NOT_STARTED;
    }
    if (now.ended(rules) || offer.retired) {
      return Refusal.ENDED;
    }
    if (rules.perUserLimit() != null) {
      int entry = ledger.users.find(offer.number, user);
      long spent = entry < 0 ? 0 : ledger.users.spent(entry);
      long freed = stale == null ? 0 : ledger.guids.units(stale.entry());
      if (spent - freed + it.units() > rules.perUserLimit()) {
        return Refusal.USER_LIMIT;
      }
    }
    return null;
  }

  private Answer repeat(Command.Spend it, int known) {
    if (ledger.guids.offer(known) < 0) {
      return new Answer.Refused(it.guid(), Refusal.CANCELLED);
    }
    Offer offer = ledger.offer(ledger.guids.offer(known));
    var purpose = new Holds.Purpose(offer.number, Ident.of(it.userId()), Ident.of(it.orderId()));
    if (!offer.id.equals(it.offerId())
        || !Fingerprint.matches(ledger.guids.fingerprint(known), it, purpose)) {
      return refuse(it.guid(), offer, Refusal.GUID_REUSED);
    }
    return done(it.guid(), known, first(known), true);
  }

  private Status first(int known) {
    return ledger.guids.mode(known) == Mode.RESERVE ? Status.RESERVED : Status.CONFIRMED;
  }

  private @Nullable Answer confirm(Command.Confirm it, Moment now) {
    UUID guid = it.guid();
    int known = find(guid);
    if (known < 0) {
      return new Answer.Refused(guid, Refusal.UNKNOWN_GUID);
    }
    Status status = ledger.guids.status(known);
    if (status == Status.REVERSED || status == Status.CANCELLED) {
      return new Answer.Refused(guid, Refusal.CANCELLED);
    }
    long most = ledger.guids.amount(known);
    long amount = it.amount() == null ? most : it.amount();
    if (amount > most || (status == Status.CONFIRMED && amount < most)) {
      return new Answer.Refused(guid, Refusal.AMOUNT_DIFFERS);
    }
    return switch (status) {
      case RESERVED -> confirmHold(guid, known, amount, now);
      case EXPIRED -> confirmLate(guid, known, amount, now);
      default -> done(guid, known, Status.CONFIRMED, true);
    };
  }

  private Answer confirmHold(UUID guid, int known, long amount, Moment now) {
    Offer offer = ledger.offer(ledger.guids.offer(known));
    if (now.ended(offer.rules()) && !offer.rules().honorHolds()) {
      return refuse(guid, offer, Refusal.ENDED);
    }
    touch(offer, now);
    long rest = ledger.guids.amount(known) - amount;
    write(ledger.confirmation(LogEntry.RESERVATION, now.wall(), known, amount, rest));
    return done(guid, known, Status.CONFIRMED, false);
  }

  private @Nullable Answer confirmLate(UUID guid, int known, long amount, Moment now) {
    Offer offer = ledger.offer(ledger.guids.offer(known));
    adopt(offer, now);
    long units = ledger.guids.units(known);
    Long most = offer.rules().perUserLimit();
    if (now.ended(offer.rules()) || offer.retired) {
      return refuse(guid, offer, Refusal.EXPIRED);
    }
    if (most != null && ledger.users.spent(ledger.guids.user(known)) + units > most) {
      return refuse(guid, offer, Refusal.USER_LIMIT);
    }
    if (!offer.allow(units, amount)) {
      return null;
    }
    touch(offer, now);
    int flags = LogEntry.RESERVATION | LogEntry.AGAIN;
    write(ledger.confirmation(flags, now.wall(), known, amount, 0));
    return done(guid, known, Status.CONFIRMED, false);
  }

  private Answer reverse(UUID guid, Moment now) {
    int known = find(guid);
    if (known < 0) {
      return mark(guid, now);
    }
    Status status = ledger.guids.status(known);
    EntryKind edge =
        switch (status) {
          case CONFIRMED -> EntryKind.REVERSED;
          case RESERVED, EXPIRED -> EntryKind.CANCELLED;
          case REVERSED, CANCELLED -> null;
        };
    if (edge != null) {
      touch(ledger.offer(ledger.guids.offer(known)), now);
      write(ledger.step(edge, 0, now.wall(), known));
    }
    return done(guid, known, ledger.guids.status(known), edge == null);
  }

  private Answer mark(UUID guid, Moment now) {
    if (ledger.guids.size() >= settings.guidsMax()) {
      return new Answer.Unavailable(guid, Trouble.OVERLOADED);
    }
    write(LogRecord.step(EntryKind.CANCELLED, 0, now.wall(), guid, -1, 0, 0));
    return new Answer.Done(guid, Status.CANCELLED, Status.CANCELLED, Path.FAST, null, false);
  }

  /// The offer as this shard knows it, brought up to the newest rules; null when there is none.
  @Nullable Offer offer(String offerId, Moment now) {
    Offer offer = ledger.offer(offerId);
    if (offer != null) {
      adopt(offer, now);
      return offer;
    }
    OfferRules rules = book.rules(offerId);
    if (rules != null) {
      int number = ledger.offers().size();
      write(LogRecord.rules(now.wall(), number, offerId, RulesText.write(rules)));
    }
    return ledger.offer(offerId);
  }

  private void adopt(Offer offer, Moment now) {
    OfferRules newest = book.rules(offer.id);
    if (newest == null || newest.version() <= offer.rules().version()) {
      return;
    }
    boolean lowers = newest.lowers(offer.rules());
    write(LogRecord.rules(now.wall(), offer.number, offer.id, RulesText.write(newest)));
    if (lowers) {
      giveBack(offer, now);
    }
  }

  /// Gives all idle rights of an offer back; the authority is to be told.
  void giveBack(Offer offer, Moment now) {
    offer.tellDue = true;
    long units = Math.max(0, offer.units.idle());
    long amount = Math.max(0, offer.money.idle());
    if (units > 0 || amount > 0) {
      write(LogRecord.ofOffer(EntryKind.RETURN, now.wall(), offer.number, units, amount, 0));
    }
  }

  void expire(Holds.Hold hold, Moment now) {
    touch(ledger.offer(ledger.guids.offer(hold.entry())), now);
    write(ledger.step(EntryKind.EXPIRED, 0, now.wall(), hold.entry()));
  }

  void write(LogRecord record) {
    log.accept(record);
    ledger.apply(record);
  }

  private static void touch(Offer offer, Moment now) {
    offer.touchedAt = now.mono();
    offer.changed = true;
  }

  private int find(UUID guid) {
    return ledger.guids.find(guid.getMostSignificantBits(), guid.getLeastSignificantBits());
  }

  private Answer done(UUID guid, int known, Status status, boolean repeated) {
    long hint = ledger.guids.hint(known);
    return new Answer.Done(
        guid,
        status,
        ledger.guids.status(known),
        ledger.guids.path(known),
        hint == 0 ? null : (Long) (hint - 1),
        repeated);
  }

  private static Answer refuse(UUID guid, Offer offer, Refusal reason) {
    offer.refusedCount++;
    return new Answer.Refused(guid, reason);
  }
}
