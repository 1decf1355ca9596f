package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/// Waits for orders to end, by the list of those that have not.
final class Ends {

  static final Duration LIMIT = Duration.ofMinutes(4);

  private static final String OPEN =
      "PENDING,PAYMENT_AUTHORIZING,ON_HOLD,AWAITING_RESTAURANT,SUBSTITUTION_PROPOSED,PREPARING,"
          + "DISPATCHING,COURIER_ASSIGNED,COURIER_EN_ROUTE,DELIVERED,CANCELLING";

  private Ends() {}

  static void await(Stack stack, String order) {
    await(stack, List.of(order), LIMIT);
  }

  static void await(Stack stack, List<String> orders, Duration limit) {
    Awaitility.await("orders end")
        .atMost(limit)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              var open = open(stack);
              open.keySet().retainAll(orders);
              assertThat(open).as("orders of %d that have not ended", orders.size()).isEmpty();
            });
  }

  /// Ids and states.
  private static Map<String, String> open(Stack stack) {
    var open = new HashMap<String, String>();
    var cursor = "";
    do {
      var path = "/orders?limit=100&status=" + OPEN + (cursor.isEmpty() ? "" : "&cursor=" + cursor);
      var page = Stack.patiently(() -> stack.ops().get(path));
      assertThat(page.status()).as(page.brief()).isEqualTo(200);
      for (var order : page.body().path("items")) {
        open.put(
            order.path("id").asString(),
            order.path("status").asString("") + " " + order.path("reason").asString(""));
      }
      cursor = page.text("next_cursor");
    } while (!cursor.isEmpty());
    return open;
  }
}
