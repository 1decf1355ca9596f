package dev.plaza.dev.client;

import dev.plaza.dev.client.Geo.Point;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// From nothing to an order: browse around a place, take an open restaurant, fill a cart, ask the
/// price, order.
public final class OrderWalk {

  /// Why a restaurant was passed over and the next one tried.
  private static final Set<String> NEXT_PLEASE =
      Set.of("restaurant_closed", "out_of_zone", "below_minimum", "items_unavailable");

  /// The walk ended without an order.
  public static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;
    private final String step;
    private final String cause;

    /// @param cause few different words, to count by
    Failed(String step, String cause, String message) {
      super(message);
      this.step = step;
      this.cause = cause;
    }

    public String step() {
      return step;
    }

    public String cause() {
      return cause;
    }
  }

  /// @param at where to deliver
  /// @param tries how many restaurants to try at most
  public record Wish(Point at, int radiusM, String instructions, String card, long tip, int tries) {

    public static Wish at(Point at) {
      return new Wish(at, 3_000, "", "pm_card_visa", 0, 5);
    }

    public Wish instructed(String instructions) {
      return new Wish(at, radiusM, instructions, card, tip, tries);
    }

    public Wish paidWith(String card) {
      return new Wish(at, radiusM, instructions, card, tip, tries);
    }
  }

  /// An open restaurant and what it sells.
  public record Offer(JsonNode restaurant, JsonNode menu) {}

  /// A price for a cart, not yet ordered.
  public record Priced(JsonNode restaurant, String cartId, JsonNode quote) {}

  /// @param order the answer to `POST /order`
  public record Placed(JsonNode restaurant, JsonNode quote, JsonNode order) {
    public String orderId() {
      return order.path("id").asString();
    }
  }

  private final Shopper shopper;
  private final Random random;

  public OrderWalk(Shopper shopper, Random random) {
    this.shopper = shopper;
    this.random = random;
  }

  public Placed order(Wish wish) throws Failed, IOException, InterruptedException {
    return order(wish, price(wish));
  }

  /// Orders from a place that was looked up before.
  public Placed order(Wish wish, Offer offer) throws Failed, IOException, InterruptedException {
    return order(wish, price(wish, offer));
  }

  private Placed order(Wish wish, Priced priced) throws Failed, IOException, InterruptedException {
    var quoteId = priced.quote.path("quote_id").asString();
    var order = shopper.order(priced.cartId, quoteId, wish.card, Session.newKey());
    if (!order.ok()) {
      throw failed("order", order);
    }
    return new Placed(priced.restaurant, priced.quote, order.body());
  }

  public Priced price(Wish wish) throws Failed, IOException, InterruptedException {
    var candidates = open(wish);
    var last = new Failed("browse", "no_open_restaurant", "No restaurant is open near " + wish.at);
    for (var restaurant : candidates.subList(0, Math.min(wish.tries, candidates.size()))) {
      try {
        return price(wish, new Offer(restaurant, menu(restaurant)));
      } catch (Failed e) {
        if (!NEXT_PLEASE.contains(e.cause)) {
          throw e;
        }
        last = e;
      }
    }
    throw last;
  }

  /// The open restaurants around, in random order.
  public List<JsonNode> open(Wish wish) throws Failed, IOException, InterruptedException {
    var found = shopper.browse(wish.at, wish.radiusM, "open_now");
    if (!found.ok()) {
      throw failed("browse", found);
    }
    var open = new ArrayList<JsonNode>();
    found.body().path("items").forEach(open::add);
    open.removeIf(each -> !each.path("status").asString("").equals("open"));
    Collections.shuffle(open, random);
    return open;
  }

  /// Search, and read the menu of one place.
  public void look(Wish wish) throws Failed, IOException, InterruptedException {
    var open = open(wish);
    if (open.isEmpty()) {
      throw new Failed("browse", "no_open_restaurant", "No restaurant is open near " + wish.at);
    }
    menu(open.getFirst());
  }

  /// Up to `limit` open places around with their menus, to order from later.
  public List<Offer> offers(Wish wish, int limit) throws Failed, IOException, InterruptedException {
    var offers = new ArrayList<Offer>();
    for (var restaurant : open(wish)) {
      if (offers.size() < limit) {
        offers.add(new Offer(restaurant, menu(restaurant)));
      }
    }
    if (offers.isEmpty()) {
      throw new Failed("browse", "no_open_restaurant", "No restaurant is open near " + wish.at);
    }
    return offers;
  }

  private JsonNode menu(JsonNode restaurant) throws Failed, IOException, InterruptedException {
    var menu = shopper.menu(restaurant.path("id").asString());
    if (!menu.ok()) {
      throw failed("menu", menu);
    }
    return menu.body();
  }

  private Priced price(Wish wish, Offer offer) throws Failed, IOException, InterruptedException {
    var id = offer.restaurant.path("id").asString();
    var minimum = Shopper.amount(offer.restaurant.path("delivery").path("minimum_order"));
    var items = shopper.choose(offer.menu, minimum);
    if (items.isEmpty()) {
      throw new Failed("menu", "items_unavailable", "The menu of " + id + " offers nothing now");
    }
    var cart = shopper.cart(id, items, wish.at, wish.instructions, wish.tip);
    if (!cart.ok()) {
      throw failed("cart", cart);
    }
    var price = shopper.price(cart.text("id"));
    if (!price.ok()) {
      throw failed("price", price);
    }
    for (var refused : price.body().path("refused")) {
      var code = refused.path("code").asString("refused");
      throw new Failed("price", code, code + ": " + refused.path("detail").asString(""));
    }
    return new Priced(offer.restaurant, cart.text("id"), price.body());
  }

  public static Failed failed(String step, String cause) {
    return new Failed(step, cause, step + ": " + cause);
  }

  private static Failed failed(String step, Response response) {
    var code = response.code().isEmpty() ? "http_" + response.status() : response.code();
    return new Failed(step, code, step + " answered " + response.brief());
  }
}
