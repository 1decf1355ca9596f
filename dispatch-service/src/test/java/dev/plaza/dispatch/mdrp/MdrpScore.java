package dev.plaza.dispatch.mdrp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;

/// The published measures, in minutes. Means are over delivered orders, so read them beside
/// `undelivered`.
record MdrpScore(
    String instance,
    int orders,
    int undelivered,
    double clickToDoor,
    double clickToDoorP90,
    double overage,
    double readyToPickup,
    double costPerOrder,
    double ordersPerTrip) {

  static MdrpScore of(MdrpInstance instance, MdrpSolution solution) {
    var orders = new HashMap<String, MdrpInstance.Order>();
    instance.orders().forEach(it -> orders.put(it.id(), it));
    var clickToDoor = new ArrayList<Double>();
    var readyToPickup = new ArrayList<Double>();
    var delivered = new HashMap<String, Integer>();
    for (var trip : solution.trips()) {
      delivered.merge(trip.courier(), trip.orders().size(), Integer::sum);
      for (int i = 0; i < trip.orders().size(); i++) {
        var order = orders.get(trip.orders().get(i));
        clickToDoor.add((trip.dropoffAt().get(i) - order.placedAt()) / 60);
        readyToPickup.add((trip.pickupAt() - order.readyAt()) / 60);
      }
    }
    double target = instance.targetClickToDoor() / 60;
    double pay = 0;
    for (var it : instance.couriers()) {
      pay +=
          Math.max(
              instance.payPerOrder() * delivered.getOrDefault(it.id(), 0),
              instance.guaranteedPayPerHour() * (it.offAt() - it.onAt()) / 3600);
    }
    int done = clickToDoor.size();
    return new MdrpScore(
        instance.name(),
        instance.orders().size(),
        instance.orders().size() - done,
        mean(clickToDoor),
        quantile(clickToDoor, 0.9),
        mean(clickToDoor.stream().map(it -> Math.max(0, it - target)).toList()),
        mean(readyToPickup),
        pay / done,
        (double) done / solution.trips().size());
  }

  double undeliveredPercent() {
    return 100.0 * undelivered / orders;
  }

  static MdrpScore mean(String name, List<MdrpScore> scores) {
    return new MdrpScore(
        name,
        scores.stream().mapToInt(MdrpScore::orders).sum(),
        scores.stream().mapToInt(MdrpScore::undelivered).sum(),
        mean(scores.stream().map(MdrpScore::clickToDoor).toList()),
        mean(scores.stream().map(MdrpScore::clickToDoorP90).toList()),
        mean(scores.stream().map(MdrpScore::overage).toList()),
        mean(scores.stream().map(MdrpScore::readyToPickup).toList()),
        mean(scores.stream().map(MdrpScore::costPerOrder).toList()),
        mean(scores.stream().map(MdrpScore::ordersPerTrip).toList()));
  }

  static String header() {
    return "%-18s %6s %6s %6s %6s %6s %6s %6s %6s"
        .formatted("instance", "orders", "undel%", "CtD", "p90", "over40", "RtP", "cost", "o/trip");
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%-18s %6d %6.2f %6.2f %6.1f %6.2f %6.2f %6.2f %6.2f",
        instance,
        orders,
        undeliveredPercent(),
        clickToDoor,
        clickToDoorP90,
        overage,
        readyToPickup,
        costPerOrder,
        ordersPerTrip);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  private static double quantile(List<Double> values, double q) {
    var sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  }
}
