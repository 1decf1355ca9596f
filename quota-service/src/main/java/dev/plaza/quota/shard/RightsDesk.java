package dev.plaza.quota.shard;

import dev.plaza.quota.log.EntryKind;
import dev.plaza.quota.log.LogRecord;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Brings rights from the authority and takes them back: who waits, what to ask for, what to make
/// of an answer. At most one exchange is under way.
final class RightsDesk {

  private static final int REPORTS_MAX = 256;
  private static final long UNREACHABLE_PAUSE_MILLIS = 100;
  private static final int CROWD = 256;
  private static final long CROWD_MEMORY_MILLIS = 100;

  private final ShardSettings settings;
  private final Ledger ledger;
  private final Decisions decisions;
  private final Answers answers;
  private final Wants wants;
  private final Tellings tellings;
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
    wants = new Wants(settings, ledger);
    tellings = new Tellings(answers);
  }

  /// Lets a command wait for rights of an offer, so that a refusal for want of rights is one the
  /// authority gave after the command came. While a crowd waits, an answer younger than 100 ms is
  /// used again: what comes free is for the crowd.
  void park(Offer offer, Command command, Submission submission, int index, Moment now) {
    if (parkedCount >= settings.parkedMax()) {
      answers.answer(submission, index, new Answer.Unavailable(command.guid(), Trouble.OVERLOADED));
      return;
    }
    if (offer.heard()
        && offer.parked.size() >= CROWD
        && now.mono() - offer.toldAt < CROWD_MEMORY_MILLIS) {
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

  /// The authority is to hear of an offer. Writes nothing.
  void tell(Offer offer) {
    offer.tellDue = true;
    due.add(offer);
  }

  /// Lets an answer that freed rights wait until the authority knows, if it can be told.
  ///
  /// @return false: nothing has to be told, or nobody listens
  boolean tellFirst(Offer offer, Submission submission, int index, Answer answer, Moment now) {
    if (!offer.overstated() || now.mono() < pausedUntil) {
      return false;
    }
    tellings.add(offer, submission, index, answer, now);
    return true;
  }

  /// Looks after an offer whose rights were spent or freed, or whose authority is to be told. Where
  /// it believes that more is spent than is, it hears the truth at once; else it would refuse
  /// others what is there. It hears at once too where others would wait for what is spent. What is
  /// scarce goes back at once.
  void touched(Offer offer, Moment now) {
    boolean overstated = offer.overstated();
    if (offer.idle() && (offer.over || (overstated && offer.scarce()))) {
      decisions.giveBack(offer, now);
    }
    offer.tellDue |= overstated || (offer.gone() && offer.understated());
    if (offer.tellDue || wants.low(offer, now)) {
      due.add(offer);
    }
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
      boolean asks = offer.askAfter <= now.mono();
      if (asks || offer.tellDue) {
        all.remove();
        RightsReport report = wants.report(offer, asks, now, asOf);
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
    offer.telling(report);
    offer.asked = report.wants() ? parkedNumber : 0;
  }

  /// What the authority can give has changed: whoever waits here asks again at once.
  void news(Offer offer, Moment now) {
    if (!offer.parked.isEmpty()) {
      offer.askAfter = now.mono();
      due.add(offer);
    }
  }

  /// Takes in the authority's answer: new leases, and what is left. Then whoever waits is decided.
  void answered(Exchange exchange, List<Grant> grants, Moment now) {
    boolean expected = exchange == underWay;
    if (expected) {
      exchange.reports.forEach(it -> Objects.requireNonNull(ledger.offer(it.offerId())).told(it));
    }
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
        offer.judge(settings, now);
        retry(offer, now, expected ? offer.asked : 0);
      }
    }
    if (expected) {
      underWay = null;
    }
    tellings.release(now);
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
    tellings.releaseAll();
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
      if (asked > 0 && (offer.units.left() <= 0 || offer.money.left() <= 0)) {
        contend(offer, now);
      }
    }
    touched(offer, now);
  }

  /// Others hold the rest. What is idle here does not suffice for anybody who waits, so it goes
  /// back, and this shard asks again a little later than others might: if all who lack some keep
  /// their part, none of them ever has enough.
  private void contend(Offer offer, Moment now) {
    long pause = settings.askAgainAfter().toMillis();
    offer.askAfter = now.mono() + pause + ledger.jitter(now.mono(), pause);
    if (offer.idle()) {
      decisions.giveBack(offer, now);
    }
  }

  private @Nullable Answer verdict(Offer offer, Command command) {
    boolean unitsGone = offer.units.beyondReach(wants.units(command));
    boolean moneyGone = offer.money.beyondReach(wants.amount(command));
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
    tellings.release(now);
    if (parkedCount > 0) {
      // What it adds is there already.
      due.forEach(it -> impatient(it, now));
    }
    if (parkedCount > 0 && underWay != null) {
      underWay.offers.forEach(it -> impatient(it, now));
    }
  }

  /// Answers everybody who waits with the same trouble.
  void giveUpAll(Trouble trouble) {
    tellings.giveUp(trouble);
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
    return !due.isEmpty() || parkedCount > 0 || !tellings.isEmpty();
  }

  int parked() {
    return parkedCount;
  }
}
