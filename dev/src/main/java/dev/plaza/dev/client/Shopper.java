package dev.plaza.dev.client;

import dev.plaza.dev.client.Geo.Point;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A customer on the way to an order: look around, choose, fill a cart, ask the price, order.
public final class Shopper {

  static final int ITEMS_MAX = 12;
  private static final int GROUP_DEPTH_MAX = 8;

  private final Session customer;
  private final Random random;
  private final StepObserver steps;

  public Shopper(Session customer, Random random) {
    this(customer, random, StepObserver.NONE);
  }

  /// @param steps sees every call with the name of its step
  public Shopper(Session customer, Random random, StepObserver steps) {
    this.customer = customer;
    this.random = random;
    this.steps = steps;
  }

  /// @param filters as in the contract, empty for none
  public Response browse(Point at, int radiusM, String filters)
      throws IOException, InterruptedException {
    var geo = String.format(Locale.ROOT, "%.6f,%.6f", at.lat(), at.lon());
    var path =
        "/restaurants?geo="
            + geo
            + "&radius_m="
            + radiusM
            + "&limit=50&sort=distance"
            + (filters.isEmpty() ? "" : "&filters=" + filters);
    return steps.observe("browse", () -> customer.get(path));
  }

  public Response menu(String restaurantId) throws IOException, InterruptedException {
    return steps.observe("menu", () -> customer.get("/restaurants/" + restaurantId + "/menu"));
  }

  /// Some items of `menu` worth at least `minimum`, required modifiers chosen; empty when nothing
  /// fits.
  public List<Map<String, Object>> choose(JsonNode menu, long minimum) {
    var sellable = new ArrayList<JsonNode>();
    for (var category : menu.path("categories")) {
      for (var item : category.path("items")) {
        if (sellable(item)) {
          sellable.add(item);
        }
      }
    }
    Collections.shuffle(sellable, random);
    var items = new ArrayList<Map<String, Object>>();
    var wanted = 1 + random.nextInt(3);
    var sum = 0L;
    for (var item : sellable) {
      if (items.size() >= ITEMS_MAX || (items.size() >= wanted && sum >= minimum)) {
        break;
      }
      var modifiers = new ArrayList<Map<String, Object>>();
      if (!chooseModifiers(item.path("modifier_groups"), modifiers, 0)) {
        continue;
      }
      var price = Math.max(1, amount(item.path("price")));
      var missing = Math.max(0, minimum - sum);
      var quantity = Math.clamp((missing / wanted) / price + 1, 1, 5);
      sum += price * quantity;
      items.add(
          Map.of("sku", item.path("sku").asString(), "quantity", quantity, "modifiers", modifiers));
    }
    return sum >= minimum ? items : List.of();
  }

  private static boolean sellable(JsonNode item) {
    return item.path("available").asBoolean(true)
        && item.path("day_parts").isEmpty()
        && (item.path("stock").isNull()
            || item.path("stock").isMissingNode()
            || item.path("stock").asInt(0) > 5);
  }

  /// Takes what every group asks for at least; false when a group cannot be satisfied.
  private static boolean chooseModifiers(
      JsonNode groups, List<Map<String, Object>> chosen, int depth) {
    if (depth > GROUP_DEPTH_MAX) {
      return false;
    }
    for (var group : groups) {
      var missing = group.path("min").asInt(0);
      for (var option : group.path("options")) {
        if (missing == 0) {
          break;
        }
        var attempt = new ArrayList<Map<String, Object>>();
        if (option.path("available").asBoolean(true)
            && chooseModifiers(option.path("modifier_groups"), attempt, depth + 1)) {
          chosen.add(Map.of("option_id", option.path("id").asString(), "quantity", 1));
          chosen.addAll(attempt);
          missing--;
        }
      }
      if (missing > 0) {
        return false;
      }
    }
    return true;
  }

  /// @param instructions the first word may be a `sandbox:` behaviour
  public Response cart(
      String restaurantId, List<Map<String, Object>> items, Point at, String instructions)
      throws IOException, InterruptedException {
    return cart(restaurantId, items, at, instructions, 0);
  }

  public Response cart(
      String restaurantId, List<Map<String, Object>> items, Point at, String instructions, long tip)
      throws IOException, InterruptedException {
    var delivery = new HashMap<String, Object>();
    delivery.put("location", Map.of("lat", at.lat(), "lon", at.lon()));
    delivery.put("address", "Sample Street 1");
    delivery.put("instructions", instructions);
    var cart = new HashMap<String, Object>();
    cart.put("restaurant_id", restaurantId);
    cart.put("items", items);
    cart.put("delivery", delivery);
    if (tip > 0) {
      cart.put("tip", tip);
    }
    return steps.observe("cart", () -> customer.post("/cart", cart));
  }

  public Response price(String cartId) throws IOException, InterruptedException {
    return steps.observe("price", () -> customer.post("/cart/" + cartId + "/price", Map.of()));
  }

  public Response order(String cartId, String quoteId, String card, String key)
      throws IOException, InterruptedException {
    return order(cartId, quoteId, card, key, false);
  }

  public Response order(
      String cartId, String quoteId, String card, String key, boolean acceptChanges)
      throws IOException, InterruptedException {
    var order =
        Map.of(
            "cart_id", cartId,
            "quote_id", quoteId,
            "payment", Map.of("method", card),
            "accept_changes", acceptChanges,
            "device", Map.of("fingerprint", "device-" + fingerprint()));
    return steps.observe("order", () -> customer.post("/order", order, key));
  }

  private String fingerprint() {
    var subject = customer.subject();
    return subject == null ? "none" : subject.sub();
  }

  /// Minor units of a money object, or of a plain number.
  public static long amount(@Nullable JsonNode money) {
    if (money == null) {
      return 0;
    }
    return money.isNumber() ? money.asLong() : money.path("amount").asLong(0);
  }

  public static @Nullable Point point(JsonNode place) {
    return place.path("lat").isNumber() && place.path("lon").isNumber()
        ? new Point(place.path("lat").asDouble(), place.path("lon").asDouble())
        : null;
  }
}
