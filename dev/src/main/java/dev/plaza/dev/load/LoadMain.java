package dev.plaza.dev.load;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.OrderWalk;
import dev.plaza.dev.client.PlazaClient;
import dev.plaza.dev.load.LoadPlan.Journey;
import dev.plaza.dev.web.Json;
import dev.plaza.dev.web.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Offers load and reports what became of it: `--orders-per-s 5 --for 60s --journey
/// browse|price|order|checkout|whole --seed N --card pm_card_visa --in-flight-max 500 --customers
/// 1000 --json`.
public final class LoadMain {

  private static final List<String> OPTIONS =
      List.of(
          "gateway",
          "orders-per-s",
          "for",
          "journey",
          "seed",
          "card",
          "in-flight-max",
          "customers",
          "lat",
          "lon",
          "json!");

  private LoadMain() {}

  public static void main(String[] args) throws InterruptedException {
    System.exit(run(args, System.getenv()));
  }

  /// @return the exit code: 0 when at least one journey came to its end
  static int run(String[] args, Map<String, String> environment) throws InterruptedException {
    try {
      var options = Options.parse(args, environment, "LOAD", OPTIONS);
      try (var client = new PlazaClient(GoldenJourneyMain.gateway(options))) {
        var report = new Load(client, plan(options)).run();
        System.out.println(options.flag("json") ? Json.pretty(report) : report.table());
        return report.done() > 0 ? 0 : 1;
      }
    } catch (Options.Unusable | IllegalArgumentException e) {
      System.err.println(e.getMessage());
      return 2;
    } catch (IOException e) {
      System.err.println("The platform does not answer: " + PlazaClient.reason(e));
      return 1;
    } catch (OrderWalk.Failed e) {
      System.err.println("The load cannot begin: " + e.getMessage());
      return 1;
    }
  }

  private static Journey journey(String name) {
    for (var journey : Journey.values()) {
      if (journey.name().equalsIgnoreCase(name)) {
        return journey;
      }
    }
    throw new IllegalArgumentException(
        "--journey must be browse, price, order, checkout or whole, not '" + name + "'");
  }

  private static LoadPlan plan(Options options) {
    var centre = GoldenJourney.centre();
    return new LoadPlan(
        journey(options.text("journey", "order")),
        options.number("orders-per-s", 5),
        options.duration("for", Duration.ofSeconds(60)),
        options.whole("seed", 1),
        new Point(options.number("lat", centre.lat()), options.number("lon", centre.lon())),
        options.text("card", "pm_card_visa"),
        options.whole("in-flight-max", 500),
        options.whole("customers", 1_000));
  }
}
