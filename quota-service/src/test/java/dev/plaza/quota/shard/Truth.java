package dev.plaza.quota.shard;

import dev.plaza.quota.log.LogEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// The judge: takes in every record when it first counts, by its own simple rules, and objects.
final class Truth {

  private final MemoryAuthority authority;
  private final Map<String, OfferRules> book;
  private final Map<Integer, List<LogEntry>> logs = new HashMap<>();
  private final Map<UUID, Known> known = new HashMap<>();
  private final Map<String, Long> usedUnits = new HashMap<>();
  private final Map<String, Long> usedAmount = new HashMap<>();
  private final Map<String, Long> byUser = new HashMap<>();

  private static final class Known {
    final LogEntry spent;
    final Set<Status> reached = EnumSet.noneOf(Status.class);
    Status status;

    Known(LogEntry spent, Status status) {
      this.spent = spent;
      reach(status);
    }

    void reach(Status next) {
      status = next;
      reached.add(next);
    }
  }

  /// Something is wrong. An error, so that no engine code takes it for a fault it can handle.
  static final class Violation extends AssertionError {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
      super(message);
    }
  }

  Truth(MemoryAuthority authority, Map<String, OfferRules> book) {
    this.authority = authority;
    this.book = book;
  }

  /// Takes in a record that an owner holds to count.
  void counts(LogEntry entry) {
    List<LogEntry> log = logs.computeIfAbsent(entry.shard(), _ -> new ArrayList<>());
    if (entry.seq() <= log.size()) {
      LogEntry before = log.get((int) entry.seq() - 1);
      check(before.equals(entry), "two records under one number: %s and %s", before, entry);
      return;
    }
    check(entry.seq() == log.size() + 1, "a gap before %s", entry);
    log.add(entry);
    if (entry.kind().ofRedemption()) {
      redemption(entry);
    }
  }

  private void redemption(LogEntry it) {
    Known before = known.get(it.guid());
    boolean first = it.userId() != null || it.offerId() == null;
    check(first == (before == null) || it.offerId() == null, "%s after %s", it, before);
    switch (it.kind()) {
      case RESERVED -> spend(it, Status.RESERVED);
      case CONFIRMED -> confirm(it, before);
      case EXPIRED -> end(it, before, Status.EXPIRED);
      case REVERSED -> end(it, before, Status.REVERSED);
      case CANCELLED -> {
        if (it.offerId() != null) {
          end(it, before, Status.CANCELLED);
        }
      }
      default -> throw new Violation("no redemption: " + it);
    }
  }

  private void confirm(LogEntry it, Known before) {
    if (before == null) {
      spend(it, Status.CONFIRMED);
    } else if ((it.flags() & LogEntry.AGAIN) != 0) {
      check(before.status == Status.EXPIRED, "%s after %s", it, before.status);
      before.reach(Status.CONFIRMED);
      use(before.spent, 1);
    } else {
      check(before.status == Status.RESERVED, "%s after %s", it, before.status);
      before.reach(Status.CONFIRMED);
    }
  }

  private void spend(LogEntry it, Status status) {
    known.put(it.guid(), new Known(it, status));
    use(it, 1);
  }

  private void end(LogEntry it, Known before, Status status) {
    boolean allowed =
        switch (status) {
          case EXPIRED -> before.status == Status.RESERVED;
          case REVERSED -> before.status == Status.CONFIRMED;
          default -> before.status == Status.RESERVED || before.status == Status.EXPIRED;
        };
    check(allowed, "%s after %s", it, before.status);
    if (before.status.spends()) {
      use(before.spent, -1);
    }
    before.reach(status);
  }

  private void use(LogEntry it, int sign) {
    String offer = it.offerId();
    long units = usedUnits.merge(offer, sign * it.units(), Long::sum);
    long amount = usedAmount.merge(offer, sign * it.amount(), Long::sum);
    long user = byUser.merge(offer + "/" + it.userId(), sign * it.units(), Long::sum);
    OfferRules rules = book.get(offer);
    check(
        rules.limit() == null || units <= authority.outUnits(offer),
        "%d units of %s used, %d granted",
        units,
        offer,
        authority.outUnits(offer));
    check(
        rules.budget() == null || amount <= authority.outAmount(offer),
        "more money of %s used than granted",
        offer);
    check(
        rules.perUserLimit() == null || user <= rules.perUserLimit(),
        "%s used %d of %s",
        it.userId(),
        user,
        offer);
    check(units >= 0 && amount >= 0 && user >= 0, "negative after %s", it);
  }

  /// An owner gave this answer: the log must say so.
  void answered(Answer.Done done) {
    Known it = known.get(done.guid());
    if (it == null) {
      check(done.status() == Status.CANCELLED, "%s, but the log does not know it", done);
    } else {
      check(it.reached.contains(done.current()), "%s, the log says %s", done, it.reached);
    }
  }

  Status status(UUID guid) {
    Known it = known.get(guid);
    return it == null ? null : it.status;
  }

  long usedUnits(String offer) {
    return usedUnits.getOrDefault(offer, 0L);
  }

  long usedAmount(String offer) {
    return usedAmount.getOrDefault(offer, 0L);
  }

  List<LogEntry> log(int shard) {
    return logs.getOrDefault(shard, List.of());
  }

  static void check(boolean holds, String otherwise, Object... args) {
    if (!holds) {
      throw new Violation(otherwise.formatted(args));
    }
  }
}
