package dev.plaza.quota.shard;

import dev.plaza.quota.log.EntryKind;
import dev.plaza.quota.log.LogRecord;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Brings rights from the authority and takes them back: who waits, what to ask for, what to make
/// of an answer. At most one exchange is under way.
final class RightsDesk {

  private static final int REPORTS_MAX = 256;
  private static final long UNREACHABLE_PAUSE_MILLIS = 100;
  private static final long AHEAD_WITHIN_MILLIS = 1_000;
  private static final int CROWD = 256;
  private static final long CROWD_MEMORY_MILLIS = 100;

  private final ShardSettings settings;
  private final Ledger ledger;
  private final Decisions decisions;
  private final Answers answers;
  private final Set<Offer> due = new LinkedHashSet<>();
  private @Nullable Exchange underWay;
  private long pausedUntil;
  private long parkedNumber;
  private int parkedCount;

  /// Takes answers; they reach their callers once the batch is committed.
  interface Answers {
    void answer(Submission submission, int index, Answer answer);
  }

  /// One call of the authority.
  static final class Exchange {
    final List<RightsReport> reports = new ArrayList<>();
    private final List<Offer> offers = new ArrayList<>();
    private final List<CompletableFuture<Void>> listeners = new ArrayList<>();
  }

  RightsDesk(ShardSettings settings, Ledger ledger, Decisions decisions, Answers answers) {
    this.settings = settings;
    this.ledger = ledger;
    this.decisions = decisions;
    this.answers = answers;
  }

  /// Lets a command wait for rights of an offer. Each refusal for want of rights is thereby asked
  /// for after the command came; only in a crowd the answer of a moment ago is used again.
  void park(Offer offer, Command command, Submission submission, int index, Moment now) {
    if (parkedCount >= settings.parkedMax()) {
      answers.answer(submission, index, new Answer.Unavailable(command.guid(), Trouble.OVERLOADED));
      return;
    }
    if (offer.parked.size() >= CROWD && now.mono() - offer.toldAt < CROWD_MEMORY_MILLIS) {
      Answer verdict = verdict(offer, command);
      if (verdict != null) {
        answers.answer(submission, index, verdict);
        return;
      }
    }
    long until = now.mono() + settings.patience().toMillis();
    offer.parked.add(new Parked(command, submission, index, ++parkedNumber, until));
    parkedCount++;
    due.add(offer);
  }

  /// Looks after an offer whose rights were spent or freed, or whose authority is to be told.
  void touched(Offer offer, Moment now) {
    if (offer.over && offer.idle()) {
      decisions.giveBack(offer, now);
    }
    boolean low = asksAhead(offer, now) && (low(offer.units, now) || low(offer.money, now));
    if (low || offer.tellDue) {
      due.add(offer);
    }
  }

  /// Rights are leased ahead while an offer is fast and somebody has just spent some.
  private static boolean asksAhead(Offer offer, Moment now) {
    return offer.label.path() == Path.FAST && now.mono() - offer.touchedAt < AHEAD_WITHIN_MILLIS;
  }

  private boolean low(Rights rights, Moment now) {
    return rights.limited()
        && rights.left() > 0
        && rights.idle() < rights.fastGrant(settings, now.mono()) / 2;
  }

  /// The next exchange, unless one is under way or nothing is due.
  @Nullable Exchange next(Moment now, long asOf) {
    if (underWay != null || due.isEmpty() || now.mono() < pausedUntil) {
      return null;
    }
    var exchange = new Exchange();
    for (Iterator<Offer> all = due.iterator();
        all.hasNext() && exchange.offers.size() < REPORTS_MAX; ) {
      Offer offer = all.next();
      if (offer.askAfter <= now.mono()) {
        all.remove();
        RightsReport report = report(offer, now, asOf);
        if (report.wants() || offer.tellDue) {
          add(exchange, offer, report);
        }
      }
    }
    underWay = exchange.offers.isEmpty() ? null : exchange;
    return underWay;
  }

  private void add(Exchange exchange, Offer offer, RightsReport report) {
    exchange.offers.add(offer);
    exchange.reports.add(report);
    exchange.listeners.addAll(offer.listeners);
    offer.listeners.clear();
    offer.tellDue = false;
    offer.changed = false;
    offer.asked = parkedNumber;
  }

  private RightsReport report(Offer offer, Moment now, long asOf) {
    long needUnits = 0;
    long needAmount = 0;
    for (Parked it : offer.parked) {
      needUnits += units(it.command());
      needAmount += amount(it.command());
    }
    return new RightsReport(
        offer.id,
        offer.leaseNo + 1,
        want(offer, offer.units, needUnits, now),
        want(offer, offer.money, needAmount, now),
        offer.units.returned(),
        offer.money.returned(),
        offer.units.spent(),
        offer.money.spent(),
        offer.units.held(),
        asOf,
        offer.units.ratePerSecond(now.mono()),
        offer.label.path());
  }

  private long want(Offer offer, Rights rights, long need, Moment now) {
    if (!rights.limited()) {
      return 0;
    }
    boolean fast = offer.label.path() == Path.FAST;
    boolean ahead = fast && (need > 0 || (asksAhead(offer, now) && low(rights, now)));
    long target = ahead ? Math.max(need, rights.fastGrant(settings, now.mono())) : need;
    return Math.max(0, target - Math.max(0, rights.idle()));
  }

  private long units(Command command) {
    return command instanceof Command.Spend it ? it.units() : ledger.guids.units(entry(command));
  }

  private long amount(Command command) {
    return command instanceof Command.Spend it ? it.amount() : ledger.guids.amount(entry(command));
  }

  private int entry(Command command) {
    return ledger.guids.find(
        command.guid().getMostSignificantBits(), command.guid().getLeastSignificantBits());
  }

  /// Takes in the authority's answer: new leases, and what is left. Then whoever waits is decided.
  void answered(Exchange exchange, List<Grant> grants, Moment now) {
    boolean expected = exchange == underWay;
    for (Grant grant : grants) {
      Offer offer = ledger.offer(grant.offerId());
      if (offer != null) {
        if (grant.leaseNo() == offer.leaseNo + 1) {
          decisions.write(
              LogRecord.ofOffer(
                  EntryKind.GRANT,
                  now.wall(),
                  offer.number,
                  grant.units(),
                  grant.amount(),
                  grant.leaseNo()));
          offer.touchedAt = now.mono();
        }
        offer.heard(grant);
        offer.toldAt = now.mono();
        offer.judge(settings, now.mono());
        retry(offer, now, expected ? offer.asked : 0);
      }
    }
    if (expected) {
      underWay = null;
    }
    exchange.listeners.forEach(it -> it.complete(null));
  }

  /// The exchange failed, or nobody knows whether it took place: it is asked for again.
  void unanswered(Exchange exchange, RuntimeException failure, Moment now) {
    if (exchange == underWay) {
      underWay = null;
      pausedUntil = now.mono() + UNREACHABLE_PAUSE_MILLIS;
      for (Offer offer : exchange.offers) {
        offer.tellDue = true;
        due.add(offer);
      }
    }
    exchange.listeners.forEach(it -> it.completeExceptionally(failure));
  }

  /// Decides anew those who wait for an offer.
  ///
  /// @param asked up to this number the authority has just answered: whoever lacks rights that are
  ///     nowhere to be had is refused
  void retry(Offer offer, Moment now, long asked) {
    for (Iterator<Parked> all = offer.parked.iterator(); all.hasNext(); ) {
      Parked it = all.next();
      Answer answer = decisions.decide(it.command(), now, true);
      if (answer == null && it.number() <= asked) {
        answer = verdict(offer, it.command());
      }
      if (answer != null) {
        all.remove();
        parkedCount--;
        answers.answer(it.submission(), it.index(), answer);
      }
    }
    if (!offer.parked.isEmpty()) {
      due.add(offer);
      boolean nothingThere = offer.units.left() <= 0 || offer.money.left() <= 0;
      if (asked > 0 && nothingThere) {
        offer.askAfter = now.mono() + settings.askAgainAfter().toMillis();
      }
    }
    touched(offer, now);
  }

  private @Nullable Answer verdict(Offer offer, Command command) {
    boolean unitsGone = !offer.units.allow(units(command)) && offer.units.gone();
    boolean moneyGone = !offer.money.allow(amount(command)) && offer.money.gone();
    if (!unitsGone && !moneyGone) {
      return null;
    }
    offer.refusedCount++;
    return new Answer.Refused(
        command.guid(),
        command instanceof Command.Confirm
            ? Refusal.EXPIRED
            : unitsGone ? Refusal.EXHAUSTED : Refusal.BUDGET);
  }

  /// Tells those who have waited too long to try again. Idle rights that did not suffice for them
  /// go back: else two shards with half of what each needs would wait for each other for ever.
  private void impatient(Offer offer, Moment now) {
    boolean gaveUp = false;
    while (!offer.parked.isEmpty() && offer.parked.element().until() <= now.mono()) {
      giveUp(offer.parked.remove(), Trouble.AUTHORITY);
      gaveUp = true;
    }
    if (gaveUp && offer.heard() && offer.idle()) {
      decisions.giveBack(offer, now);
      due.add(offer);
    }
  }

  private void giveUp(Parked it, Trouble trouble) {
    parkedCount--;
    answers.answer(
        it.submission(), it.index(), new Answer.Unavailable(it.command().guid(), trouble));
  }

  void impatient(Moment now) {
    if (parkedCount > 0) {
      List.copyOf(due).forEach(it -> impatient(it, now));
    }
    if (parkedCount > 0 && underWay != null) {
      underWay.offers.forEach(it -> impatient(it, now));
    }
  }

  /// Answers everybody who waits with the same trouble.
  void giveUpAll(Trouble trouble) {
    for (Offer offer : ledger.offers()) {
      while (!offer.parked.isEmpty()) {
        giveUp(offer.parked.remove(), trouble);
      }
      offer.listeners.forEach(
          it -> it.completeExceptionally(new IllegalStateException(trouble.name())));
      offer.listeners.clear();
    }
  }

  /// Whether something waits for a moment or an answer.
  boolean busy() {
    return !due.isEmpty() || parkedCount > 0;
  }

  int parked() {
    return parkedCount;
  }
}
