package dev.plaza.dev.launcher;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What the local stack consists of. A new service is one line here.
record Topology(List<Part> parts) {

  static final Topology PLAZA =
      new Topology(
          List.of(
              Part.server("postgres", 15432, ""),
              Part.server("redis", 16379, ""),
              Part.server("kafka", 19092, "dev.plaza.dev.services.KafkaMain"),
              Part.simulator("payment-provider", 8090, "dev.plaza.dev.psp.PaymentProviderMain")
                  .with(
                      Map.of(
                          "data", "{data}/payment-provider/journal.jsonl",
                          "webhook-url", "{gateway}/webhooks/payment")),
              Part.simulator(
                      "message-providers", 8092, "dev.plaza.dev.messages.MessageProvidersMain")
                  .with(
                      Map.of(
                          "data", "{data}/message-providers",
                          "smtp-port", "{smtp-port}",
                          "apns-port", "{apns-port}",
                          "webhook-url", "{gateway}/webhooks")),
              Part.gateway("gateway", 8080, "dev.plaza.gateway.GatewayApplication"),
              Part.service("catalog", 8081, "dev.plaza.catalog.CatalogServiceApplication"),
              Part.service("order", 8082, "dev.plaza.order.OrderServiceApplication")
                  .needing("postgres", "redis", "kafka", "payment-provider")
                  .with(
                      Map.of(
                          "order.payment.base-url", "{payment-provider}",
                          "order.quota.base-url", "{quota}",
                          "order.quota.token-url", "{gateway}/sandbox/oauth2/token")),
              Part.service("dispatch", 8083, "dev.plaza.dispatch.DispatchServiceApplication"),
              Part.service("tracking", 8084, "dev.plaza.tracking.TrackingServiceApplication"),
              Part.service("quota", 8085, "dev.plaza.quota.QuotaServiceApplication")
                  .with(Map.of("quota.log.dir", "{data}/quota")),
              Part.service("notify", 8086, "dev.plaza.notify.NotifyServiceApplication")
                  .with(MessageRoutes.SETTINGS),
              Part.simulator("city", 8091, "dev.plaza.dev.city.CityMain")
                  .needing("gateway", "catalog", "order", "dispatch", "tracking")
                  .with(Map.of("gateway", "{gateway}", "time-factor", "{time-factor}"))));

  Topology {
    parts = List.copyOf(parts);
    var names = parts.stream().map(Part::name).toList();
    var earlier = new HashSet<String>();
    for (var part : parts) {
      for (var need : part.needs()) {
        if (names.contains(need) && !earlier.contains(need)) {
          throw new IllegalArgumentException(part.name() + " comes before " + need);
        }
      }
      if (!earlier.add(part.name())) {
        throw new IllegalArgumentException(part.name() + " is there twice");
      }
    }
  }

  Part part(String name) {
    return parts.stream()
        .filter(part -> part.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new Trouble("There is no part '" + name + "'. Parts: " + names() + "."));
  }

  List<Part> of(Part.Kind kind) {
    return parts.stream().filter(part -> part.kind() == kind).toList();
  }

  String names() {
    return parts.stream().map(Part::name).collect(Collectors.joining(", "));
  }

  /// The parts without those named.
  Topology without(String... names) {
    var left = List.of(names);
    return new Topology(parts.stream().filter(part -> !left.contains(part.name())).toList());
  }

  /// The parts named and, all the way down, what they need.
  Topology only(List<String> names) {
    var wanted = new HashSet<String>();
    var open = new ArrayDeque<String>(names);
    while (!open.isEmpty()) {
      var part = part(open.pop());
      if (wanted.add(part.name())) {
        open.addAll(part.needs());
      }
    }
    return new Topology(parts.stream().filter(part -> wanted.contains(part.name())).toList());
  }
}
