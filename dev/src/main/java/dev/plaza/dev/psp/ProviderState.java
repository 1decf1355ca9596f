package dev.plaza.dev.psp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;

/// Everything the provider knows, in memory. Not safe for threads: [PaymentProvider] holds a lock.
final class ProviderState {

  static final int ANSWERS_MAX = 500_000;
  static final long ANSWERS_KEPT_SECONDS = 24 * 3600L;
  static final int UNDELIVERED_MAX = 50_000;

  private record Hold(String intent, long until) {}

  private final Map<String, Intent> intents = new LinkedHashMap<>();
  private final Map<String, Refund> refunds = new LinkedHashMap<>();
  private final Map<String, List<BookEntry>> entries = new LinkedHashMap<>();
  private final Map<String, List<String>> intentsOfOrder = new HashMap<>();
  private final Map<String, Commit.StoredAnswer> answers = new LinkedHashMap<>();
  private final Map<String, Commit.Event> undelivered = new LinkedHashMap<>();
  private final PriorityQueue<Hold> holds =
      new PriorityQueue<>((a, b) -> Long.compare(a.until, b.until));
  private long clockOffsetSeconds;

  void apply(Commit commit) {
    if (commit.change() != null) {
      apply(commit.change());
    }
    if (commit.answer() != null) {
      answers.put(commit.answer().key(), commit.answer());
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

  private void apply(Change change) {
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
      entries.computeIfAbsent(entry.intent(), _ -> new ArrayList<>()).add(entry);
    }
  }

  private void forgetAnswers(long now) {
    var each = answers.values().iterator();
    while (each.hasNext()) {
      var answer = each.next();
      if (answer.at() + ANSWERS_KEPT_SECONDS > now && answers.size() <= ANSWERS_MAX) {
        return;
      }
      each.remove();
    }
  }

  Optional<Commit.StoredAnswer> answer(String key, long now) {
    forgetAnswers(now);
    return Optional.ofNullable(answers.get(key));
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
