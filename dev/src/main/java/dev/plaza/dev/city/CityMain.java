package dev.plaza.dev.city;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.web.Options;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Starts the city simulator: `--gateway http://localhost:8080 --port 8091 --couriers 25
/// --time-factor 12 --orders-every 20 --no-customers --seed 1`, or `CITY_GATEWAY`, … in the
/// environment.
public final class CityMain {

  private static final List<String> OPTIONS =
      List.of(
          "gateway",
          "host",
          "port",
          "seed",
          "lat",
          "lon",
          "couriers",
          "time-factor",
          "orders-every",
          "no-customers!",
          "decline-rate",
          "trouble-rate");

  private CityMain() {}

  static CityOptions options(String[] args, Map<String, String> environment) {
    var options = Options.parse(args, environment, "CITY", OPTIONS);
    var quiet = CitySettings.QUIET;
    return new CityOptions(
        URI.create(options.text("gateway", "http://localhost:8080")),
        options.text("host", "127.0.0.1"),
        options.whole("port", CityOptions.PORT),
        options.whole("seed", 1),
        new Point(options.number("lat", 48.2082), options.number("lon", 16.3738)),
        options.whole("couriers", 25),
        new CitySettings(
            options.number("time-factor", quiet.timeFactor()),
            options.duration("orders-every", Duration.ofSeconds(20)).toMillis() / 1000.0,
            !options.flag("no-customers"),
            options.number("decline-rate", quiet.declineRate()),
            options.number("trouble-rate", quiet.troubleRate()),
            false));
  }

  public static void main(String[] args) throws InterruptedException {
    try {
      var city = City.start(options(args, System.getenv()));
      Runtime.getRuntime().addShutdownHook(new Thread(city::close));
      System.out.println("City simulator on port " + city.port());
      Thread.currentThread().join();
    } catch (Options.Unusable | IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    } catch (IOException e) {
      System.err.println("The city simulator cannot start: " + e.getMessage());
      System.exit(1);
    }
  }
}
