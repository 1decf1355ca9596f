package dev.plaza.order.pricing;

import dev.plaza.order.cart.Cart;
import dev.plaza.order.cart.Carts;
import dev.plaza.platform.Ids;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import java.time.Clock;
import java.time.Instant;
import org.springframework.stereotype.Component;

/// Makes quotes. Reads the cart, changes nothing of it.
@Component
class Quoting {

  private final Carts carts;
  private final Assessor assessor;
  private final Quotes quotes;
  private final PricingProperties properties;
  private final Clock clock;
  private final PricingMetrics metrics;

  Quoting(
      Carts carts,
      Assessor assessor,
      Quotes quotes,
      PricingProperties properties,
      Clock clock,
      PricingMetrics metrics) {
    this.carts = carts;
    this.assessor = assessor;
    this.quotes = quotes;
    this.properties = properties;
    this.clock = clock;
    this.metrics = metrics;
  }

  Quote quote(Caller caller, String cartId) {
    return metrics.timed(
        () -> {
          Cart cart = carts.of(caller, cartId);
          Instant now = clock.instant();
          return store(cart, assessor.assess(cart, now, null, null), now);
        });
  }

  /// @throws ProblemException 422 `quote_unknown`
  Quotes.Stored seen(Cart cart, String quoteId) {
    return quotes
        .find(quoteId, cart.id())
        .orElseThrow(
            () ->
                new ProblemException(
                        PricingProblem.QUOTE_UNKNOWN, "Price the cart again and order by that.")
                    .at("/quote_id", "is no quote of this cart, or a very old one"));
  }

  Quote store(Cart cart, Assessment assessed, Instant now) {
    var price = assessed.price();
    var quote =
        new Quote(
            Ids.next(),
            cart.id(),
            now.plus(properties.quoteLife()),
            cart.version(),
            cart.restaurantId(),
            assessed.shop().menu().version(),
            price.currency(),
            assessed.lines(),
            price.subtotal(),
            price.discounts(),
            price.deliveryFee(),
            assessed.distanceM(),
            price.serviceFee(),
            price.smallOrderFee(),
            price.surge(),
            price.taxIncluded(),
            price.taxes(),
            price.tip(),
            price.rounding(),
            price.total(),
            assessed.changes(),
            assessed.refused());
    quotes.add(quote, assessed.surge().percent());
    return quote;
  }
}
