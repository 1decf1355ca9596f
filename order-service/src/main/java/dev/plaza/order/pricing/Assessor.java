package dev.plaza.order.pricing;

import dev.plaza.contracts.Place;
import dev.plaza.order.cart.Cart;
import dev.plaza.order.cart.CartLine;
import dev.plaza.order.cart.Delivery;
import dev.plaza.order.restaurant.Distance;
import dev.plaza.order.restaurant.Menu;
import dev.plaza.order.restaurant.Opening;
import dev.plaza.order.restaurant.Restaurant;
import dev.plaza.order.restaurant.Restaurants;
import dev.plaza.order.restaurant.Shop;
import dev.plaza.platform.problem.ProblemException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Looks at a cart: gathers what a price depends on, prices it, and holds it against the rules.
@Component
class Assessor {

  private final Restaurants restaurants;
  private final Surges surges;
  private final Coupons coupons;
  private final PricingProperties properties;

  Assessor(Restaurants restaurants, Surges surges, Coupons coupons, PricingProperties properties) {
    this.restaurants = restaurants;
    this.surges = surges;
    this.coupons = coupons;
    this.properties = properties;
  }

  /// @param promised the surge a quote still holds to; a lower one is passed on
  /// @throws ProblemException 422 when the amounts are beyond any sensible ones
  Assessment assess(
      Cart cart, Instant now, @Nullable SurgeLevel promised, Coupons.@Nullable Asked asked) {
    Shop shop = shop(cart);
    try {
      return assess(cart, shop, now, surge(shop.restaurant().location(), now, promised), asked);
    } catch (ArithmeticException _) {
      throw tooLarge();
    }
  }

  private Shop shop(Cart cart) {
    return restaurants
        .shop(cart.restaurantId(), cart.lines().stream().map(CartLine::sku).toList())
        .orElseThrow(
            () ->
                new ProblemException(
                    PricingProblem.RESTAURANT_CLOSED, "The restaurant is no longer known."));
  }

  /// Asks about the cart's coupon before anybody locks the cart.
  ///
  /// @return null: it has none, or nothing to take it off
  Coupons.@Nullable Asked ask(Cart cart, Instant now) {
    try {
      var lines = Basket.of(shop(cart), cart.lines(), properties.tax(), now).lines();
      var question = question(cart, lines);
      return question == null ? null : new Coupons.Asked(question, coupons.ask(question));
    } catch (ArithmeticException _) {
      throw tooLarge();
    }
  }

  private static Coupons.@Nullable Question question(Cart cart, List<OrderLine> lines) {
    String code = cart.content().coupon();
    return code == null || lines.isEmpty()
        ? null
        : new Coupons.Question(
            code,
            cart.customerId(),
            cart.restaurantId(),
            lines.stream().mapToLong(OrderLine::gross).reduce(0, Math::addExact),
            cart.content().currency());
  }

  private Assessment assess(
      Cart cart, Shop shop, Instant now, SurgeLevel surge, Coupons.@Nullable Asked asked) {
    var refused = new ArrayList<Refusal>();
    opening(shop.restaurant().openingAt(now), refused);
    Integer distance = distance(shop.restaurant(), cart.content().delivery(), refused);
    boolean delivers = refused.stream().noneMatch(it -> it.is(PricingProblem.OUT_OF_ZONE));
    var basket = Basket.of(shop, cart.lines(), properties.tax(), now);
    var coupon = coupon(question(cart, basket.lines()), asked, refused);
    String currency = shop.menu().currency();
    var priced =
        properties
            .pricing(currency)
            .price(
                currency,
                basket.lines(),
                coupon == null ? List.of() : List.of(coupon.promotion()),
                new Pricing.Context(delivers ? distance : null, surge, tip(cart, basket)));
    amounts(cart, shop.restaurant(), priced, refused);
    return new Assessment(
        shop,
        priced.lines(),
        priced.price(),
        distance,
        surge,
        priced.price().discount() == 0 ? null : coupon,
        basket.changes(),
        List.copyOf(refused));
  }

  /// Nobody tips for nothing.
  private static long tip(Cart cart, Basket basket) {
    return basket.lines().isEmpty() ? 0 : cart.content().tip();
  }

  private SurgeLevel surge(Place place, Instant now, @Nullable SurgeLevel promised) {
    SurgeLevel current = surges.at(place, now);
    return promised == null ? current : SurgeLevel.lower(promised, current);
  }

  private static void opening(Opening opening, List<Refusal> refused) {
    if (!opening.accepting()) {
      refused.add(
          new Refusal(
              PricingProblem.RESTAURANT_CLOSED.code(),
              opening.sentence(),
              opening.nextOpenAt(),
              null,
              null));
    }
  }

  private static @Nullable Integer distance(
      Restaurant restaurant, @Nullable Delivery delivery, List<Refusal> refused) {
    if (delivery == null) {
      refused.add(Refusal.of(PricingProblem.DELIVERY_MISSING, "Say where to deliver."));
      return null;
    }
    if (!restaurant.area().covers(delivery.location())) {
      refused.add(
          Refusal.of(PricingProblem.OUT_OF_ZONE, "The address is outside the restaurant's area."));
    }
    return (int) Math.round(Distance.metres(restaurant.location(), delivery.location()));
  }

  /// @param asked an answer from before, good for the same question
  private @Nullable CouponTerms coupon(
      Coupons.@Nullable Question question, Coupons.@Nullable Asked asked, List<Refusal> refused) {
    if (question == null) {
      return null;
    }
    var answer =
        asked != null && asked.question().equals(question) ? asked.answer() : coupons.ask(question);
    return switch (answer) {
      case Coupons.Answer.Accepted(var terms) -> terms;
      case Coupons.Answer.Refused it -> {
        refused.add(Refusal.coupon(it));
        yield null;
      }
      case Coupons.Answer.Unavailable _ -> {
        refused.add(
            Refusal.of(
                PricingProblem.COUPON_UNAVAILABLE,
                "Coupons cannot be checked now. Try again, or order without it."));
        yield null;
      }
    };
  }

  private void amounts(
      Cart cart, Restaurant restaurant, Pricing.Priced priced, List<Refusal> refused) {
    long subtotal = priced.price().subtotal();
    if (cart.lines().isEmpty()) {
      refused.add(Refusal.of(PricingProblem.CART_EMPTY, "Put something into the cart."));
    } else if (priced.lines().isEmpty()) {
      refused.add(
          Refusal.of(PricingProblem.ITEMS_UNAVAILABLE, "Nothing in the cart can be had now."));
    } else if (subtotal < restaurant.minimumOrder()) {
      refused.add(
          new Refusal(
              PricingProblem.BELOW_MINIMUM.code(),
              "The restaurant delivers from " + restaurant.minimumOrder() + ".",
              null,
              restaurant.minimumOrder(),
              null));
    }
    if (priced.price().total() > properties.totalMax()) {
      refused.add(
          Refusal.of(
              PricingProblem.AMOUNT_TOO_LARGE,
              "An order may cost at most " + properties.totalMax() + "."));
    }
  }

  /// Other lines of an order, in its own context: distance, surge and tip stay as they were, and
  /// nobody pays for an order that the restaurant made small. Its coupon stays, for at most the
  /// discount that was redeemed for it.
  Pricing.Priced again(OrderDraft draft, List<OrderLine> lines) {
    var surge = new SurgeLevel(draft.price().surge().level(), draft.surgePercent());
    var coupon = draft.coupon();
    return properties
        .pricing(draft.currency())
        .price(
            draft.currency(),
            lines,
            coupon == null ? List.of() : List.of(coupon.promotionUpTo(draft.price().discount())),
            new Pricing.Context(
                draft.distanceM(), surge, draft.tip(), draft.price().smallOrderFee()));
  }

  /// @throws ProblemException 422 `substitution_invalid`
  Substitution substitute(
      OrderDraft draft, List<OrderLine> lines, List<Substitution.Replacement> replacements) {
    Menu menu =
        restaurants
            .shop(draft.restaurantId(), List.of())
            .orElseThrow(() -> new IllegalStateException("no menu of " + draft.restaurantId()))
            .menu();
    if (!menu.currency().equals(draft.currency())) {
      throw new ProblemException(
          PricingProblem.SUBSTITUTION_INVALID, "The restaurant now sells in another currency.");
    }
    try {
      var priced = again(draft, new Replacing(menu, properties.tax()).lines(lines, replacements));
      return new Substitution(priced.lines(), priced.price());
    } catch (ArithmeticException _) {
      throw tooLarge();
    }
  }

  long courierPay(PriceBreakdown price, int distanceM) {
    return properties.tariff(price.currency()).courier(distanceM, price.surge().fee(), price.tip());
  }

  private static ProblemException tooLarge() {
    return new ProblemException(
        PricingProblem.AMOUNT_TOO_LARGE, "The amounts are beyond what can be paid.");
  }
}
