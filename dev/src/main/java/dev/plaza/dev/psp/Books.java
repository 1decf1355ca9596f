package dev.plaza.dev.psp;

import dev.plaza.dev.web.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// The books as tests read them: every movement, and what they add up to.
final class Books {

  private Books() {}

  /// @param liveHolds how many holds are neither captured nor given free
  /// @param heldNow their sum
  /// @param authorized the sum of all holds ever made
  record Totals(
      int intents,
      int liveHolds,
      long heldNow,
      long authorized,
      long captures,
      long captured,
      long released,
      long voided,
      long expired,
      long refunds,
      long refunded,
      long declines) {

    long net() {
      return captured - refunded;
    }
  }

  static Map<String, Object> ofOrder(ProviderState state, String orderId) {
    var intents = state.intentsOfOrder(orderId);
    return Map.of(
        "order_id",
        orderId,
        "entries",
        entries(state, intents),
        "totals",
        json(totals(state, intents)));
  }

  static Map<String, Object> all(ProviderState state) {
    var byOrder = new TreeMap<String, List<Intent>>();
    for (var intent : state.intents()) {
      var order = intent.metadata().getOrDefault("order_id", "");
      byOrder.computeIfAbsent(order, _ -> new ArrayList<>()).add(intent);
    }
    var orders = new LinkedHashMap<String, Object>();
    byOrder.forEach((order, intents) -> orders.put(order, json(totals(state, intents))));
    return Map.of("orders", orders, "totals", json(totals(state, state.intents())));
  }

  private static Map<String, Object> json(Totals totals) {
    var json = Json.object((Object) totals);
    json.put("net", totals.net());
    return json;
  }

  private static List<Map<String, Object>> entries(ProviderState state, List<Intent> intents) {
    var entries = new ArrayList<Map<String, Object>>();
    for (var intent : intents.reversed()) {
      for (var entry : state.entries(intent.id())) {
        entries.add(
            Map.of(
                "at", Instant.ofEpochSecond(entry.at()).toString(),
                "kind", entry.kind().wire(),
                "amount", entry.amount(),
                "currency", entry.currency(),
                "payment_intent", entry.intent(),
                "ref", entry.ref()));
      }
    }
    return entries;
  }

  private static Totals totals(ProviderState state, List<Intent> intents) {
    var kinds = new EnumMap<BookEntry.Kind, LongSummaryStatistics>(BookEntry.Kind.class);
    for (var kind : BookEntry.Kind.values()) {
      kinds.put(kind, new LongSummaryStatistics());
    }
    for (var intent : intents) {
      for (var entry : state.entries(intent.id())) {
        kinds.computeIfPresent(
            entry.kind(),
            (_, sum) -> {
              sum.accept(entry.amount());
              return sum;
            });
      }
    }
    var live = intents.stream().filter(each -> each.capturable() > 0).toList();
    return new Totals(
        intents.size(),
        live.size(),
        live.stream().mapToLong(Intent::capturable).sum(),
        sum(kinds, BookEntry.Kind.HOLD),
        count(kinds, BookEntry.Kind.CAPTURE),
        sum(kinds, BookEntry.Kind.CAPTURE),
        sum(kinds, BookEntry.Kind.RELEASE),
        sum(kinds, BookEntry.Kind.VOID),
        sum(kinds, BookEntry.Kind.EXPIRE),
        count(kinds, BookEntry.Kind.REFUND),
        sum(kinds, BookEntry.Kind.REFUND),
        count(kinds, BookEntry.Kind.DECLINE));
  }

  private static long sum(Map<BookEntry.Kind, LongSummaryStatistics> kinds, BookEntry.Kind kind) {
    return Objects.requireNonNull(kinds.get(kind)).getSum();
  }

  private static long count(Map<BookEntry.Kind, LongSummaryStatistics> kinds, BookEntry.Kind kind) {
    return Objects.requireNonNull(kinds.get(kind)).getCount();
  }
}
