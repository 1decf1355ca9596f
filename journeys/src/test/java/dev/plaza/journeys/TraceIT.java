package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plaza.dev.client.Session;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// One trace leads from a customer's request through the front door and the order service, by its
/// jobs and over Kafka, to everybody who hears of the order.
class TraceIT {

  @Test
  void leadsFromTheFrontDoorToEveryService() throws Exception {
    var stack = Stack.running();
    var spans = stack.spans();
    assumeTrue(spans != null, "a stack that runs already tells its traces to somebody else");
    var kitchen = Kitchen.open(stack);
    var guest = Guest.fresh(stack);
    var cart = guest.cart(kitchen, Guest.soup(2), "");
    var quote = guest.price(cart.text("id"));
    var trace = UUID.randomUUID().toString().replace("-", "");

    var placed =
        guest
            .session()
            .call(
                "POST",
                "/order",
                Map.of(
                    "cart_id", cart.text("id"),
                    "quote_id", quote.text("quote_id"),
                    "payment", Map.of("method", "pm_card_visa")),
                Map.of(
                    "Idempotency-Key",
                    Session.newKey(),
                    "traceparent",
                    "00-" + trace + "-" + trace.substring(0, 16) + "-01"));

    assertThat(placed.status()).as(placed.brief()).isEqualTo(202);
    await("the trace " + trace)
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(spans.of(trace))
                    .anyMatch(it -> it.startsWith("gateway "))
                    .anyMatch(it -> it.startsWith("order-service http post /order"))
                    .anyMatch(it -> it.startsWith("order-service order.job"))
                    .anyMatch(it -> it.startsWith("dispatch-service "))
                    .anyMatch(it -> it.startsWith("tracking-service ")));
    guest.cancel(placed.text("id"));
  }
}
