package dev.plaza.dispatch.mdrp;

import dev.plaza.dispatch.matching.MatchingPolicy.Handling;
import dev.plaza.dispatch.matching.Spot;
import dev.plaza.dispatch.matching.TravelTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One instance as published: tab-separated files, metres, minutes. Times here are seconds.
record MdrpInstance(
    String name,
    Map<String, Spot> restaurants,
    List<Order> orders,
    List<Courier> couriers,
    double metersPerMinute,
    double pickupService,
    double dropoffService,
    double targetClickToDoor,
    double maximumClickToDoor,
    double payPerOrder,
    double guaranteedPayPerHour) {

  record Order(String id, Spot dropoff, double placedAt, String restaurant, double readyAt) {}

  record Courier(String id, Spot start, double onAt, double offAt) {}

  /// Whole minutes, rounded up.
  TravelTimes travel() {
    return (from, to) ->
        60 * Math.ceil(Math.hypot(from.x() - to.x(), from.y() - to.y()) / metersPerMinute);
  }

  /// Half of each service lies before the hand-over, half after.
  Handling handling() {
    return new Handling(
        pickupService / 2, pickupService / 2, dropoffService / 2, dropoffService / 2);
  }

  /// The latest moment to hand it over: the maximum counts from placement, where it can be met at
  /// all. Some orders are ready so late that nobody could; for them there is no maximum.
  double latestDropoff(Order order) {
    double earliest =
        order.readyAt()
            + (pickupService + dropoffService) / 2
            + travel().seconds(restaurants.get(order.restaurant()), order.dropoff());
    double latest = order.placedAt() + maximumClickToDoor;
    return earliest <= latest ? latest : Double.POSITIVE_INFINITY;
  }

  static MdrpInstance read(Path folder) throws IOException {
    var restaurants = new LinkedHashMap<String, Spot>();
    for (var it : rows(folder.resolve("restaurants.txt"))) {
      restaurants.put(it[0], spot(it, 1));
    }
    var orders = new ArrayList<Order>();
    for (var it : rows(folder.resolve("orders.txt"))) {
      orders.add(new Order(it[0], spot(it, 1), minutes(it[3]), it[4], minutes(it[5])));
    }
    var couriers = new ArrayList<Courier>();
    for (var it : rows(folder.resolve("couriers.txt"))) {
      couriers.add(new Courier(it[0], spot(it, 1), minutes(it[3]), minutes(it[4])));
    }
    var p = rows(folder.resolve("instance_parameters.txt")).getFirst();
    return new MdrpInstance(
        folder.getFileName().toString(),
        restaurants,
        orders,
        couriers,
        Double.parseDouble(p[0]),
        minutes(p[1]),
        minutes(p[2]),
        minutes(p[3]),
        minutes(p[4]),
        Double.parseDouble(p[5]),
        Double.parseDouble(p[6]));
  }

  private static List<String[]> rows(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .skip(1)
        .filter(it -> !it.isBlank())
        .map(it -> it.strip().split("\t"))
        .toList();
  }

  private static Spot spot(String[] row, int at) {
    return new Spot(Double.parseDouble(row[at]), Double.parseDouble(row[at + 1]));
  }

  private static double minutes(String text) {
    return 60 * Double.parseDouble(text);
  }
}
