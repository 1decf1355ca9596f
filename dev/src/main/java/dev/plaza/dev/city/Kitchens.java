package dev.plaza.dev.city;

import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The staff of all restaurants: sees new orders, accepts, cooks, marks ready, and plays the
/// scripted behaviours of restaurants.
final class Kitchens {

  static final int COOKING_MAX = 2_000;
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int LEFT_OVER_EVERY = 10;

  /// Where an order may be that somebody else accepted, or that was accepted before a restart.
  private static final Set<String> COOKING = Set.of("PREPARING", "DISPATCHING", "COURIER_ASSIGNED");

  private final Life life;
  private final ExecutorService threads;
  private final long seed;
  private final Set<String> inHand = ConcurrentHashMap.newKeySet();

  Kitchens(Life life, ExecutorService threads, long seed) {
    this.life = life;
    this.threads = threads;
    this.seed = seed;
  }

  int busy() {
    return inHand.size();
  }

  /// Looks for orders until the thread is interrupted.
  void watch() {
    try {
      for (var round = 0; ; round++) {
        look("AWAITING_RESTAURANT");
        if (round % LEFT_OVER_EVERY == 0) {
          for (var status : COOKING) {
            look(status);
          }
        }
        life.rest(POLL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(String status) throws InterruptedException {
    try {
      var answer = life.ops().get("/orders?limit=100&status=" + status);
      if (!answer.ok()) {
        life.tally().count("look refused: " + answer.status() + " " + answer.code());
        return;
      }
      life.tally().back();
      for (var order : answer.body().path("items")) {
        take(order.path("id").asString(), status);
      }
    } catch (IOException e) {
      life.tally().away(Life.reason(e));
    }
  }

  private void take(String id, String status) {
    if (inHand.size() >= COOKING_MAX || !inHand.add(id)) {
      return;
    }
    threads.execute(
        () -> {
          try {
            serve(id, status);
            // Stays in hand for a while: lists may still show it.
            Thread.sleep(Duration.ofSeconds(30));
          } catch (IOException e) {
            life.tally().away(Life.reason(e));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } finally {
            inHand.remove(id);
          }
        });
  }

  private void serve(String id, String status) throws IOException, InterruptedException {
    var facts = life.facts(id).orElse(null);
    if (facts == null || facts.restaurantId().isEmpty() || facts.ready()) {
      return;
    }
    var staff = life.as(Subject.staff(facts.restaurantId()));
    var random = new Random(seed ^ id.hashCode());
    if (COOKING.contains(status)) {
      cook(facts, staff, random);
      return;
    }
    life.tally().count("orders seen");
    Thread.sleep(1_000 + random.nextInt(2_500));
    switch (facts.behaviour()) {
      case REJECT -> reject(facts, staff);
      case SILENT -> life.tally().count("orders ignored");
      case SLOW -> slow(facts, staff, random);
      case SUBSTITUTE -> substitute(facts, staff, random);
      case NORMAL, NO_COURIER, COURIER_CANCELS, COURIER_VANISHES, UNDELIVERABLE -> {
        if (accept(facts, staff, random)) {
          cook(facts, staff, random);
        }
      }
    }
  }

  private boolean accept(OrderFacts facts, Session staff, Random random)
      throws InterruptedException {
    var body = Map.of("prep_minutes", prepMinutes(random));
    return life.act("accepted", () -> staff.post(path(facts, "accept"), body))
        || COOKING.contains(life.status(facts.id()));
  }

  private int prepMinutes(Random random) {
    return Math.clamp(Math.round((8 + random.nextInt(12)) / life.factor()), 1, 120);
  }

  private void cook(OrderFacts facts, Session staff, Random random) throws InterruptedException {
    life.spend(Duration.ofSeconds(8 * 60 + random.nextInt(4 * 60)));
    life.act("ready", () -> staff.post(path(facts, "ready"), Map.of()));
    facts.markReady();
  }

  private void reject(OrderFacts facts, Session staff) throws InterruptedException {
    life.act("rejected", () -> staff.post(path(facts, "reject"), Map.of("reason", "too_busy")));
  }

  /// Accepts late, then needs longer than it said.
  private void slow(OrderFacts facts, Session staff, Random random) throws InterruptedException {
    life.spend(Duration.ofMinutes(2));
    if (accept(facts, staff, random)) {
      life.spend(Duration.ofMinutes(5));
      life.act("delayed", () -> staff.post(path(facts, "delay"), Map.of("minutes", 1)));
      life.spend(Duration.ofMinutes(5));
      cook(facts, staff, random);
    }
  }

  private void substitute(OrderFacts facts, Session staff, Random random)
      throws IOException, InterruptedException {
    var order = life.ops().get("/order/" + facts.id()).body();
    var proposal = proposal(order.path("items"), menu(staff, facts.restaurantId()));
    if (proposal.isEmpty()
        || !life.act(
            "substitutions proposed",
            () -> staff.post(path(facts, "substitute"), Map.of("items", proposal)))) {
      return;
    }
    var status = "SUBSTITUTION_PROPOSED";
    for (var i = 0; i < 600 && (status.equals("SUBSTITUTION_PROPOSED") || status.isEmpty()); i++) {
      Thread.sleep(POLL);
      status = life.status(facts.id());
    }
    if (COOKING.contains(status)
        || (status.equals("AWAITING_RESTAURANT") && accept(facts, staff, random))) {
      cook(facts, staff, random);
    }
  }

  private static JsonNode menu(Session staff, String restaurantId)
      throws IOException, InterruptedException {
    Response menu = staff.get("/restaurants/" + restaurantId + "/menu");
    return menu.body();
  }

  /// Another item instead of the first line, one that needs no choices; without one, nothing at
  /// all.
  private static List<Map<String, Object>> proposal(JsonNode lines, JsonNode menu) {
    if (lines.isEmpty()) {
      return List.of();
    }
    var line = lines.get(0);
    var sku = otherThan(line.path("sku").asString(""), menu);
    var instead = new HashMap<String, Object>();
    instead.put("line_id", line.path("line_id").asString());
    instead.put("sku", sku);
    instead.put("quantity", line.path("quantity").asInt(1));
    instead.put("modifiers", List.of());
    return List.of(instead);
  }

  private static @Nullable String otherThan(String sku, JsonNode menu) {
    var found = new ArrayList<String>();
    for (var category : menu.path("categories")) {
      for (var item : category.path("items")) {
        var simple = true;
        for (var group : item.path("modifier_groups")) {
          simple &= group.path("min").asInt(0) == 0;
        }
        if (simple
            && item.path("available").asBoolean(true)
            && item.path("day_parts").isEmpty()
            && !item.path("sku").asString("").equals(sku)) {
          found.add(item.path("sku").asString());
        }
      }
    }
    return found.isEmpty() ? null : found.getFirst();
  }

  private static String path(OrderFacts facts, String action) {
    return "/order/" + facts.id() + "/" + action;
  }
}
