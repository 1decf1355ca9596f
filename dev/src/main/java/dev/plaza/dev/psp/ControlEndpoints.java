package dev.plaza.dev.psp;

import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Json;
import dev.plaza.dev.web.Reply;
import dev.plaza.dev.web.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// What no real provider has: its books in the open, and the switches of its failures.
final class ControlEndpoints {

  private static final long ADVANCE_MAX_SECONDS = 400L * 24 * 3600;

  private final PaymentProvider provider;

  ControlEndpoints(PaymentProvider provider) {
    this.provider = provider;
  }

  void register(HttpApi server) {
    server.route("GET", "/health", _ -> Reply.json(200, Map.of("status", "UP")));
    server.route("GET", "/books", this::books);
    server.route("GET", "/control", _ -> Reply.json(200, status(provider.switches())));
    server.route(
        "POST",
        "/control",
        request -> Reply.json(200, status(provider.patch(Json.object(request.body())))));
    server.route("POST", "/control/reset", _ -> Reply.json(200, status(provider.reset())));
    server.route("POST", "/control/advance", this::advance);
  }

  private Map<String, Object> status(Switches switches) {
    var webhooks = provider.webhooks();
    return Map.of(
        "switches", switches,
        "now", Instant.ofEpochSecond(provider.now()).toString(),
        "webhooks",
            Map.of(
                "waiting", webhooks.waiting(),
                "sent", webhooks.sent(),
                "failed", webhooks.failed(),
                "given_up", webhooks.givenUp()));
  }

  private Reply books(Request request) {
    var order = Form.parse(request.query()).text("order_id");
    var body =
        provider.read(state -> order == null ? Books.all(state) : Books.ofOrder(state, order));
    return Reply.json(200, body);
  }

  private Reply advance(Request request) {
    var seconds = Json.tree(request.body()).path("seconds").asLong(0);
    if (seconds < 1 || seconds > ADVANCE_MAX_SECONDS) {
      throw new IllegalArgumentException("seconds must be 1 to " + ADVANCE_MAX_SECONDS);
    }
    var now = provider.advance(Duration.ofSeconds(seconds));
    return Reply.json(200, Map.of("now", Instant.ofEpochSecond(now).toString()));
  }
}
