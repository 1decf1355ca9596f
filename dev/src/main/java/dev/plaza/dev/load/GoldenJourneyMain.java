package dev.plaza.dev.load;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.OrderWalk;
import dev.plaza.dev.client.PlazaClient;
import dev.plaza.dev.web.Options;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Plays one whole order through the public API and prints its timeline: `--gateway URL --customer
/// NAME --card pm_card_visa --instructions TEXT --seed N --timeout 180s`.
public final class GoldenJourneyMain {

  private static final List<String> OPTIONS =
      List.of("gateway", "customer", "card", "instructions", "seed", "timeout", "lat", "lon");

  private GoldenJourneyMain() {}

  public static void main(String[] args) throws InterruptedException {
    System.exit(run(args, System.getenv()));
  }

  /// @return the exit code: 0 when the order was captured
  static int run(String[] args, Map<String, String> environment) throws InterruptedException {
    try {
      var options = Options.parse(args, environment, "JOURNEY", OPTIONS);
      var centre = GoldenJourney.centre();
      var at = new Point(options.number("lat", centre.lat()), options.number("lon", centre.lon()));
      var wish =
          OrderWalk.Wish.at(at)
              .instructed(options.text("instructions", ""))
              .paidWith(options.text("card", "pm_card_visa"));
      try (var client = new PlazaClient(gateway(options))) {
        var journey =
            new GoldenJourney(
                client,
                options.text("customer", "golden-" + ProcessHandle.current().pid()),
                options.whole("seed", 1),
                options.duration("timeout", Duration.ofMinutes(3)),
                step -> System.out.println(step.line()));
        journey.play(wish);
        return 0;
      }
    } catch (Options.Unusable e) {
      System.err.println(e.getMessage());
      return 2;
    } catch (GoldenJourney.Failed e) {
      System.err.println(e.getMessage());
      return 1;
    }
  }

  static URI gateway(Options options) {
    return URI.create(options.text("gateway", "http://localhost:8080"));
  }
}
