package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/// Waits for orders to end.
final class Ends {

  static final Duration LIMIT = Duration.ofMinutes(4);

  private Ends() {}

  static void await(Stack stack, String order) {
    await(stack, List.of(order), LIMIT);
  }

  static void await(Stack stack, List<String> orders, Duration limit) {
    var audit = new Audit(stack);
    var open = new ArrayList<>(orders);
    Awaitility.await("orders end")
        .atMost(limit)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              open.removeIf(audit::ended);
              assertThat(open.stream().limit(5).map(audit::order))
                  .as("%d of %d orders have not ended", open.size(), orders.size())
                  .isEmpty();
            });
  }
}
