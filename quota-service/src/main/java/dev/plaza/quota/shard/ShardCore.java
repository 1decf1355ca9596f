package dev.plaza.quota.shard;

import dev.plaza.quota.log.Ident;
import dev.plaza.quota.log.LogRecord;
import dev.plaza.quota.log.LogState;
import dev.plaza.quota.log.StateInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A shard without threads, disk or clock: the same inputs lead to the same records and answers,
/// which is what the simulator relies on.
///
/// A batch is: [#begin], any number of inputs, then the caller writes the records and calls
/// [#release] (answers go out) or [#fail] (nobody gets a good answer, and this core is thrown
/// away: its successor is built by replaying what is written).
final class ShardCore implements LogState {

  /// How long the authority's last answer spares a recall that would bring nothing.
  private static final long TOLD_MILLIS = 100;

  private final ShardSettings settings;
  private final Ledger ledger;
  private final Decisions decisions;
  private final RightsDesk desk;
  private final Upkeep upkeep;
  private final List<Outcome> outcomes = new ArrayList<>();
  private Moment now = new Moment(0, 0, 0);

  private record Outcome(Submission submission, int index, Answer answer) {}

  /// @param log takes the records of the batch, in order
  ShardCore(int shard, ShardSettings settings, ShardEnvironment around, Consumer<LogRecord> log) {
    this.settings = settings;
    ledger = new Ledger(shard, settings, around.guids());
    decisions = new Decisions(shard, settings, around, ledger, log);
    desk =
        new RightsDesk(
            settings,
            ledger,
            decisions,
            (submission, index, answer) -> outcomes.add(new Outcome(submission, index, answer)));
    upkeep = new Upkeep(settings, ledger, decisions, desk);
  }

  @Override
  public void restore(StateInput snapshot) throws IOException {
    ledger.restore(snapshot);
  }

  /// Takes in a record that is written already.
  @Override
  public void apply(LogRecord record) {
    ledger.apply(record);
    if (record.offer() >= 0) {
      ledger.offer(record.offer()).remember(record);
    }
  }

  /// After the last replayed record: the authority is to hear how every offer stands, and to say
  /// which leases were granted without an answer getting through.
  void replayed(Moment moment) {
    now = moment;
    for (Offer offer : ledger.offers()) {
      offer.replayed(now, settings);
      if (!offer.retired) {
        offer.toldUnknown();
        desk.tell(offer);
      }
    }
  }

  /// All that is known now, to be kept in a snapshot.
  LedgerImage image() {
    return ledger.image(now);
  }

  void begin(Moment moment) {
    now = moment;
  }

  void submit(Submission submission) {
    List<Command> commands = submission.commands();
    for (int index = 0; index < commands.size(); index++) {
      Command command = commands.get(index);
      Answer answer = decisions.decide(command, now, false);
      Offer offer = offerOf(command);
      if (answer != null) {
        settle(offer, command);
        if (!frees(command, answer)
            || offer == null
            || !desk.tellFirst(offer, submission, index, answer, now)) {
          outcomes.add(new Outcome(submission, index, answer));
        }
      } else if (offer != null) {
        desk.park(offer, command, submission, index, now);
      }
    }
  }

  private static boolean frees(Command command, Answer answer) {
    return !(command instanceof Command.Spend) && answer instanceof Answer.Done;
  }

  private void settle(@Nullable Offer offer, Command command) {
    if (offer == null) {
      return;
    }
    if (!offer.parked.isEmpty() && command instanceof Command.Reverse) {
      desk.retry(offer, now, 0);
    } else {
      desk.touched(offer, now);
    }
  }

  private @Nullable Offer offerOf(Command command) {
    if (command instanceof Command.Spend spend) {
      return ledger.offer(spend.offerId());
    }
    int entry = find(command.guid());
    int offer = entry < 0 ? -1 : ledger.guids.offer(entry);
    return offer < 0 ? null : ledger.offer(offer);
  }

  /// The rules of an offer changed; see [Shard#refresh].
  void refresh(String offerId, CompletableFuture<Void> heard) {
    Offer offer = ledger.offer(offerId);
    if (offer == null) {
      heard.complete(null);
      return;
    }
    decisions.offer(offerId, now);
    desk.retry(offer, now, 0);
    tell(offer, heard);
  }

  /// Other shards need the rights that are idle here; see [Shard#recall].
  void recall(String offerId, CompletableFuture<Void> heard) {
    Offer offer = decisions.offer(offerId, now);
    if (offer == null) {
      heard.complete(null);
      return;
    }
    if (!offer.idle() && !offer.understated() && now.mono() - offer.toldAt < TOLD_MILLIS) {
      // In a rush every shard that is short recalls from every other, and each asks again.
      heard.complete(null);
      return;
    }
    decisions.giveBack(offer, now);
    tell(offer, heard);
  }

  /// The authority has rights again, or none at all any more; see [Shard#news].
  void news(String offerId, CompletableFuture<Void> heard) {
    Offer offer = ledger.offer(offerId);
    if (offer != null) {
      desk.news(offer, now);
    }
    heard.complete(null);
  }

  private void tell(Offer offer, CompletableFuture<Void> heard) {
    offer.tellDue = true;
    offer.listeners.add(heard);
    desk.touched(offer, now);
  }

  void upkeep() {
    upkeep.round(now);
  }

  /// The next call of the authority, to be made once the batch is written.
  RightsDesk.@Nullable Exchange nextExchange(long writtenSeq) {
    return desk.next(now, writtenSeq);
  }

  void answered(RightsDesk.Exchange exchange, List<Grant> grants) {
    desk.answered(exchange, grants, now);
  }

  void unanswered(RightsDesk.Exchange exchange, RuntimeException failure) {
    desk.unanswered(exchange, failure, now);
  }

  /// The batch is written and counts: its answers go out.
  void release() {
    for (Outcome it : outcomes) {
      it.submission.answer(it.index, it.answer);
    }
    outcomes.clear();
  }

  /// The batch does not count, or nobody knows: whoever got an answer in it, and with `all`
  /// whoever waits for rights too, is told so.
  void fail(Trouble trouble, boolean all) {
    if (all) {
      desk.giveUpAll(trouble);
    }
    for (Outcome it : outcomes) {
      it.submission.answer(it.index, new Answer.Unavailable(it.answer.guid(), trouble));
    }
    outcomes.clear();
  }

  @Nullable OfferView offer(String offerId) {
    Offer offer = ledger.offer(offerId);
    return offer == null ? null : Views.of(offer, ledger, now);
  }

  /// Units that a person has spent of an offer.
  long spent(String offerId, String userId) {
    Offer offer = ledger.offer(offerId);
    int entry = offer == null ? -1 : ledger.users.find(offer.number, Ident.of(userId));
    return entry < 0 ? 0 : ledger.users.spent(entry);
  }

  List<OfferView> offers() {
    return ledger.offers().stream().map(it -> Views.of(it, ledger, now)).toList();
  }

  @Nullable RedemptionView redemption(UUID guid) {
    int entry = find(guid);
    return entry < 0 ? null : Views.of(guid, entry, ledger);
  }

  private int find(UUID guid) {
    return ledger.guids.find(guid.getMostSignificantBits(), guid.getLeastSignificantBits());
  }

  /// Whether something waits for a moment or an answer.
  boolean busy() {
    return desk.busy();
  }

  Ledger ledger() {
    return ledger;
  }

  int parked() {
    return desk.parked();
  }
}
