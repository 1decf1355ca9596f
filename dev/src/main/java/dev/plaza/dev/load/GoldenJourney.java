package dev.plaza.dev.load;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.OrderWalk;
import dev.plaza.dev.client.PlazaClient;
import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Shopper;
import dev.plaza.dev.client.StepObserver;
import dev.plaza.dev.client.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// One whole order as a customer sees it, from looking around to the receipt.
public final class GoldenJourney {

  /// What every good order passes, in this order.
  private static final List<String> GOOD =
      List.of(
          "PENDING",
          "PAYMENT_AUTHORIZING",
          "AWAITING_RESTAURANT",
          "SUBSTITUTION_PROPOSED",
          "PREPARING",
          "DISPATCHING",
          "COURIER_ASSIGNED",
          "COURIER_EN_ROUTE",
          "DELIVERED",
          "CAPTURED");

  private static final Set<String> BAD =
      Set.of("REJECTED", "CANCELLED", "PAYMENT_FAILED", "EXPIRED", "ON_HOLD");

  private static final Duration POLL = Duration.ofMillis(400);

  /// The journey did not arrive; the message is a whole sentence.
  public static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    Failed(String message) {
      super(message);
    }
  }

  /// A line of the timeline.
  public record Step(Duration at, String name, String detail) {

    public String line() {
      return String.format(
          Locale.ROOT, "  %7.2f s  %-18s %s", at.toMillis() / 1000.0, name, detail);
    }
  }

  /// @param order the captured order as the customer reads it
  public record Result(String orderId, List<Step> steps, JsonNode order) {}

  private final Session customer;
  private final Random random;
  private final Consumer<Step> listener;
  private final List<Step> steps = new ArrayList<>();
  private final long start = System.nanoTime();
  private final Duration limit;
  private int reached = -1;
  private int positions;
  private String trackCursor = "";

  /// @param limit how long the whole journey may take
  /// @param listener sees each step as it happens
  public GoldenJourney(
      PlazaClient client, String customer, long seed, Duration limit, Consumer<Step> listener) {
    this.customer = client.as(Subject.customer(customer));
    this.random = new Random(seed);
    this.limit = limit;
    this.listener = listener;
  }

  public Result play(OrderWalk.Wish wish) throws Failed, InterruptedException {
    try {
      var shopper = new Shopper(customer, random, timed());
      var placed = new OrderWalk(shopper, random).order(wish);
      var id = placed.orderId();
      step("ordered", id);
      var order = follow(id);
      step("receipt", receipt(order));
      return new Result(id, List.copyOf(steps), order);
    } catch (OrderWalk.Failed e) {
      throw new Failed("No order could be placed: " + e.getMessage() + ".");
    } catch (IOException e) {
      throw new Failed(
          "The platform does not answer ("
              + PlazaClient.reason(e)
              + "). Is it up? See ./plaza status.");
    }
  }

  private StepObserver timed() {
    return (name, call) -> {
      var response = call.run();
      if (response.ok() && !name.equals("order")) {
        step(name, said(name, response));
      }
      return response;
    };
  }

  private static String said(String name, Response response) {
    var body = response.body();
    return switch (name) {
      case "browse" -> body.path("items").size() + " open places";
      case "menu" -> "version " + body.path("menu_version").asString("");
      case "cart" -> body.path("items").size() + " lines";
      case "price" -> "total " + money(body.path("total"), body.path("currency").asString(""));
      default -> "";
    };
  }

  private void step(String name, String detail) {
    var step = new Step(elapsed(), name, detail);
    steps.add(step);
    listener.accept(step);
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private JsonNode follow(String id) throws Failed, IOException, InterruptedException {
    while (true) {
      var answer = customer.get("/order/" + id);
      if (answer.ok()) {
        var order = answer.body();
        var status = order.path("status").asString("");
        if (BAD.contains(status)) {
          throw new Failed(
              "Order "
                  + id
                  + " ended "
                  + status
                  + " ("
                  + order.path("reason").asString("no reason")
                  + ") instead of CAPTURED.");
        }
        advance(order, status);
        track(id, status);
        if (status.equals("CAPTURED")) {
          return order;
        }
      } else if (!answer.transientFailure()) {
        throw new Failed("GET /order/" + id + " answered " + answer.brief() + ".");
      }
      checkTime(id);
      Thread.sleep(POLL);
    }
  }

  private void checkTime(String id) throws Failed {
    if (elapsed().compareTo(limit) > 0) {
      var at = reached < 0 ? "nowhere" : GOOD.get(reached);
      throw new Failed(
          "Order "
              + id
              + " got as far as "
              + at
              + " in "
              + limit.toSeconds()
              + " s. Is the city simulator running? See ./plaza status and ./plaza logs city.");
    }
  }

  /// Tells every milestone up to `status`, also those passed between two looks.
  private void advance(JsonNode order, String status) {
    var now = GOOD.indexOf(status);
    for (var i = reached + 1; i <= now; i++) {
      milestone(GOOD.get(i), order);
    }
    reached = Math.max(reached, now);
  }

  private void milestone(String status, JsonNode order) {
    var payment = order.path("payment");
    switch (status) {
      case "AWAITING_RESTAURANT" ->
          step("authorised", money(payment.path("authorized"), currency(order)));
      case "PREPARING" -> step("accepted", eta(order));
      case "COURIER_ASSIGNED" -> step("courier assigned", eta(order));
      case "COURIER_EN_ROUTE" -> step("picked up", eta(order));
      case "DELIVERED" -> step("delivered", positions + " positions seen");
      case "CAPTURED" -> step("captured", money(payment.path("captured"), currency(order)));
      default -> {}
    }
  }

  /// Watches the courier as far as it is shown.
  private void track(String id, String status) throws IOException, InterruptedException {
    if (!status.equals("COURIER_ASSIGNED") && !status.equals("COURIER_EN_ROUTE")) {
      return;
    }
    var track =
        customer.get("/track/" + id + (trackCursor.isEmpty() ? "" : "?cursor=" + trackCursor));
    if (!track.ok()) {
      return;
    }
    var seen = track.body().path("path").size();
    var place = track.body().path("courier").path("location");
    if (positions == 0 && seen > 0) {
      step("positions", "courier at " + place.path("lat") + ", " + place.path("lon"));
    }
    positions += seen;
    trackCursor = track.body().path("next_cursor").asString(trackCursor);
  }

  private static String eta(JsonNode order) {
    var at = order.path("eta").path("at").asString("");
    return at.isEmpty() ? "" : "expected at " + at;
  }

  private static String receipt(JsonNode order) {
    var receipt = order.path("receipt");
    return receipt.isMissingNode() || receipt.isNull()
        ? "none"
        : money(receipt.path("total"), currency(order));
  }

  private static String currency(JsonNode order) {
    return order.path("price").path("currency").asString("");
  }

  private static String money(JsonNode money, String currency) {
    var unit = money.path("currency").asString(currency);
    return Shopper.amount(money) + (unit.isEmpty() ? "" : " minor units " + unit);
  }

  /// The middle of the sample city.
  public static Point centre() {
    return new Point(48.2082, 16.3738);
  }
}
