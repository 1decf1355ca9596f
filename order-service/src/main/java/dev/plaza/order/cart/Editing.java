package dev.plaza.order.cart;

import dev.plaza.order.restaurant.Restaurants;
import dev.plaza.order.restaurant.Shop;
import dev.plaza.platform.Ids;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Creates and edits carts. Each edit is one conditional statement, so no transaction is open while
/// the menu is read.
@Component
class Editing {

  private final Carts carts;
  private final Restaurants restaurants;
  private final CartProperties properties;
  private final Clock clock;

  Editing(Carts carts, Restaurants restaurants, CartProperties properties, Clock clock) {
    this.carts = carts;
    this.restaurants = restaurants;
    this.properties = properties;
    this.clock = clock;
  }

  CartView create(Caller caller, CartRequest.Create request) {
    List<CartRequest.Item> items = request.items() == null ? List.of() : request.items();
    Shop shop = shop(request.restaurantId(), items.stream().map(CartRequest.Item::sku).toList());
    var content =
        content(
            shop,
            lines(shop, items),
            clean(request.coupon()),
            request.delivery(),
            tip(shop, request.tip()));
    Instant now = now();
    var cart =
        new Cart(Ids.next(), caller.subject(), request.restaurantId(), 1, content, null, now, now);
    carts.add(cart);
    return CartView.of(cart, shop, now);
  }

  CartView view(Caller caller, String cartId) {
    Cart cart = carts.of(caller, cartId);
    return CartView.of(cart, shop(cart).orElse(null), clock.instant());
  }

  CartView edit(Caller caller, String cartId, IfMatch wanted, CartRequest.Edit request) {
    Cart cart = carts.of(caller, cartId);
    check(cart, wanted);
    if (request.restaurantId() != null && !request.restaurantId().equals(cart.restaurantId())) {
      throw new ProblemException(
              CartProblem.OTHER_RESTAURANT, "Make another cart for another restaurant.")
          .at("/restaurant_id", "is not the cart's restaurant");
    }
    Shop shop =
        request.items() == null
            ? shop(cart).orElseThrow(() -> unknown(cart.restaurantId()))
            : shop(
                cart.restaurantId(), request.items().stream().map(CartRequest.Item::sku).toList());
    Cart edited = cart.edited(content(shop, cart, request), now());
    if (!carts.change(edited)) {
      throw lost(caller, cartId);
    }
    return CartView.of(edited, shop, edited.updatedAt());
  }

  void remove(Caller caller, String cartId, IfMatch wanted) {
    Cart cart = carts.of(caller, cartId);
    check(cart, wanted);
    if (!carts.remove(cart)) {
      throw lost(caller, cartId);
    }
  }

  /// Lines that the request does not name keep the prices the customer saw, so that the next price
  /// still tells what changed.
  private Cart.Content content(Shop shop, Cart cart, CartRequest.Edit request) {
    var now = cart.content();
    boolean sameLines = request.items() == null;
    var content =
        content(
            shop,
            request.items() == null ? now.lines() : lines(shop, request.items()),
            request.coupon() == null ? now.coupon() : clean(request.coupon().orElse(null)),
            request.delivery() == null ? now.delivery() : request.delivery().orElse(null),
            request.tip() == null ? now.tip() : tip(shop, request.tip().orElse(null)));
    return sameLines
        ? new Cart.Content(
            now.menuVersion(),
            now.currency(),
            content.lines(),
            content.coupon(),
            content.delivery(),
            content.tip())
        : content;
  }

  private static long tip(Shop shop, @Nullable Tip tip) {
    return tip == null ? 0 : tip.in(shop.menu().currency());
  }

  private Cart.Content content(
      Shop shop,
      List<CartLine> lines,
      @Nullable String coupon,
      @Nullable Delivery delivery,
      long tip) {
    long subtotal = subtotal(lines);
    long cap = subtotal * properties.tipPercentMax() / 100;
    if (tip > cap) {
      throw new ProblemException(
              CartProblem.TIP_TOO_HIGH, "The tip may be at most " + cap + " for this cart.")
          .at("/tip", "must be at most " + cap)
          .with("maximum", cap);
    }
    return new Cart.Content(
        shop.menu().version(), shop.menu().currency(), lines, coupon, delivery, tip);
  }

  private List<CartLine> lines(Shop shop, List<CartRequest.Item> items) {
    try {
      return CartLines.of(shop.menu(), items);
    } catch (ArithmeticException _) {
      throw tooLarge();
    }
  }

  private long subtotal(List<CartLine> lines) {
    try {
      long subtotal = CartLines.subtotal(lines);
      if (subtotal <= properties.subtotalMax()) {
        return subtotal;
      }
    } catch (ArithmeticException _) {
      // too large for a number is too large for a cart
    }
    throw tooLarge();
  }

  private ProblemException tooLarge() {
    return new ProblemException(
            CartProblem.AMOUNT_TOO_LARGE,
            "A cart may be worth at most " + properties.subtotalMax() + ".")
        .at("/items", "are worth too much together");
  }

  private Optional<Shop> shop(Cart cart) {
    return restaurants.shop(cart.restaurantId(), cart.lines().stream().map(CartLine::sku).toList());
  }

  private Shop shop(String restaurantId, List<String> skus) {
    return restaurants.shop(restaurantId, skus).orElseThrow(() -> unknown(restaurantId));
  }

  /// As exact as the database keeps it.
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  private static ProblemException unknown(String restaurantId) {
    return new ProblemException(
            CartProblem.RESTAURANT_UNKNOWN, "No restaurant " + restaurantId + " takes orders here.")
        .at("/restaurant_id", "is not known or has no menu");
  }

  private static void check(Cart cart, IfMatch wanted) {
    if (!wanted.matches(cart.version())) {
      throw stale(cart);
    }
    if (cart.orderId() != null) {
      throw spent(cart.orderId());
    }
  }

  /// The statement found another cart than was read before: say which.
  private ProblemException lost(Caller caller, String cartId) {
    Cart cart = carts.of(caller, cartId);
    return cart.orderId() == null ? stale(cart) : spent(cart.orderId());
  }

  private static ProblemException stale(Cart cart) {
    return new ProblemException(
            CommonProblem.PRECONDITION_FAILED, "The cart is at version " + cart.version() + ".")
        .with("version", cart.version());
  }

  private static ProblemException spent(String orderId) {
    return new ProblemException(CartProblem.CART_SPENT, "This cart has become order " + orderId)
        .with("order_id", orderId);
  }

  private static @Nullable String clean(@Nullable String coupon) {
    return coupon == null || coupon.isBlank() ? null : coupon.strip();
  }
}
