package dev.plaza.dev.psp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.Stream;

/// Everything the provider knows, in memory. Not safe for threads: [PaymentProvider] holds a lock.
final class ProviderState {

  static final int ANSWERS_MAX = 200_000;

  /// Beyond so many intents, the oldest that are over are forgotten.
  static final int INTENTS_MAX = 40_000;

  static final long ANSWERS_KEPT_SECONDS = 24 * 3600L;
  static final int UNDELIVERED_MAX = 50_000;

  private record Hold(String intent, long until) {}

  /// An answer that may be asked for again lies in the journal; here is where.
  private record Kept(Journal.Place place, long at) {}

  private final Map<String, Intent> intents = new LinkedHashMap<>();
  private final Map<String, Refund> refunds = new LinkedHashMap<>();
  private final Map<String, List<BookEntry>> entries = new LinkedHashMap<>();
  private final Map<String, List<String>> intentsOfOrder = new HashMap<>();
  private final Map<String, Kept> answers = new LinkedHashMap<>();
  private final Map<String, Commit.Event> undelivered = new LinkedHashMap<>();
  private final PriorityQueue<Hold> holds =
      new PriorityQueue<>((a, b) -> Long.compare(a.until, b.until));
  private long clockOffsetSeconds;

  /// @param place where the commit lies in the journal
  void apply(Commit commit, Journal.Place place) {
    if (commit.change() != null) {
      apply(commit.change());
    }
    if (commit.answer() != null) {
      answers.put(commit.answer().key(), new Kept(place, commit.answer().at()));
      forgetAnswers(commit.answer().at());
    }
    for (var event : commit.events()) {
      undelivered.put(event.id(), event);
      if (undelivered.size() > UNDELIVERED_MAX) {
        undelivered.remove(undelivered.keySet().iterator().next());
      }
    }
    if (commit.clockOffsetSeconds() != null) {
      clockOffsetSeconds = commit.clockOffsetSeconds();
    }
    if (commit.delivered() != null) {
      undelivered.remove(commit.delivered());
    }
  }

  void apply(Change change) {
    for (var intent : change.intents()) {
      var before = intents.put(intent.id(), intent);
      var order = intent.metadata().get("order_id");
      if (before == null && order != null) {
        intentsOfOrder.computeIfAbsent(order, _ -> new ArrayList<>()).add(intent.id());
      }
      var charge = intent.liveCharge();
      if (intent.status() == IntentStatus.REQUIRES_CAPTURE && charge != null) {
        holds.add(new Hold(intent.id(), charge.captureBefore()));
      }
    }
    change.refunds().forEach(refund -> refunds.put(refund.id(), refund));
    for (var entry : change.entries()) {
      entries.computeIfAbsent(entry.intent(), _ -> new ArrayList<>(4)).add(entry);
    }
    if (intents.size() > INTENTS_MAX) {
      forgetIntents();
    }
  }

  /// A tenth at once, so that it is seldom.
  private void forgetIntents() {
    var spare = INTENTS_MAX / 10;
    var each = intents.values().iterator();
    var forgotten = new HashSet<String>();
    while (each.hasNext() && forgotten.size() < spare) {
      var intent = each.next();
      if (intent.status().isFinal()) {
        each.remove();
        forgotten.add(intent.id());
        entries.remove(intent.id());
        intentsOfOrder.remove(intent.metadata().getOrDefault("order_id", ""));
      }
    }
    refunds.values().removeIf(refund -> forgotten.contains(refund.intent()));
  }

  /// The same state in as few commits as there are things.
  ///
  /// @param read takes an answer out of the journal
  Stream<Commit> snapshot(Function<Journal.Place, Commit> read) {
    var refundsOf = new HashMap<String, List<Refund>>();
    for (var refund : refunds.values()) {
      refundsOf.computeIfAbsent(refund.intent(), _ -> new ArrayList<>()).add(refund);
    }
    var things =
        intents.values().stream()
            .map(
                intent ->
                    new Change(
                        List.of(intent),
                        refundsOf.getOrDefault(intent.id(), List.of()),
                        entries(intent.id()),
                        List.of()))
            .map(change -> new Commit(change, null, List.of(), null, null));
    var kept =
        answers.values().stream()
            .map(answer -> read.apply(answer.place).answer())
            .map(answer -> new Commit(null, answer, List.of(), null, null));
    var rest = new Commit(null, null, undelivered(), clockOffsetSeconds, null);
    return Stream.concat(Stream.concat(things, kept), Stream.of(rest));
  }

  private void forgetAnswers(long now) {
    var each = answers.values().iterator();
    while (each.hasNext()) {
      var answer = each.next();
      if (answer.at + ANSWERS_KEPT_SECONDS > now && answers.size() <= ANSWERS_MAX) {
        return;
      }
      each.remove();
    }
  }

  Optional<Journal.Place> answer(String key, long now) {
    forgetAnswers(now);
    return Optional.ofNullable(answers.get(key)).map(Kept::place);
  }

  Optional<Intent> intent(String id) {
    return Optional.ofNullable(intents.get(id));
  }

  Optional<Refund> refund(String id) {
    return Optional.ofNullable(refunds.get(id));
  }

  /// Newest first.
  List<Intent> intents() {
    return new ArrayList<>(intents.values()).reversed();
  }

  /// Newest first.
  List<Refund> refunds() {
    return new ArrayList<>(refunds.values()).reversed();
  }

  /// Newest first.
  List<Intent> intentsOfOrder(String orderId) {
    return intentsOfOrder.getOrDefault(orderId, List.of()).stream()
        .map(intents::get)
        .filter(Objects::nonNull)
        .toList()
        .reversed();
  }

  List<BookEntry> entries(String intent) {
    return entries.getOrDefault(intent, List.of());
  }

  List<Commit.Event> undelivered() {
    return List.copyOf(undelivered.values());
  }

  long clockOffsetSeconds() {
    return clockOffsetSeconds;
  }

  /// A hold that is over at `now`, if any.
  Optional<Intent> endedHold(long now) {
    while (!holds.isEmpty() && holds.peek().until <= now) {
      var intent = intents.get(holds.remove().intent);
      if (intent != null && intent.holdEnded(now)) {
        return Optional.of(intent);
      }
    }
    return Optional.empty();
  }
}
