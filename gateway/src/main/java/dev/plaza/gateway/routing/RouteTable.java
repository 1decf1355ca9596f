package dev.plaza.gateway.routing;

import static dev.plaza.gateway.routing.PartRoute.Kind.CALL;
import static dev.plaza.gateway.routing.PartRoute.Kind.SOCKET;
import static dev.plaza.gateway.routing.PartRoute.Kind.STREAM;
import static dev.plaza.gateway.routing.PartRoute.Kind.UPLOAD;
import static dev.plaza.gateway.routing.PartRoute.guarded;
import static dev.plaza.gateway.routing.PartRoute.open;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;

/// The whole public surface on one screen. The first route that matches is taken, so the special
/// ones stand before the general ones of their part.
///
/// A new part needs its lines here and `plaza.gateway.routes.<part>` in `application.yaml`.
public final class RouteTable {

  static final List<PartRoute> ALL =
      List.of(
          guarded("catalog-import", UPLOAD, "/restaurants/import"),
          guarded("catalog", CALL, "/restaurants/**"),
          guarded("order-stream", STREAM, "/order/{id}/stream"),
          open("order-webhooks", "/webhooks/payment"),
          guarded("order-checkout", CALL, "/order", "/order/{id}/refund"),
          guarded("order-risk", CALL, "/risk/**"),
          guarded("order", CALL, "/cart/**", "/order/**", "/orders/**"),
          guarded("dispatch-stream", STREAM, "/courier/offers/stream"),
          guarded("dispatch", CALL, "/courier/status", "/courier/offers/**", "/offers/{id}/accept"),
          guarded("dispatch-offers", CALL, "/offers/{id}/decline", "/assignments/**", "/assign"),
          guarded("dispatch-board", CALL, "/dispatch/**"),
          guarded("tracking-stream", STREAM, "/track/{id}/stream"),
          guarded("tracking-socket", SOCKET, "/ws/courier", "/ws/track/**"),
          guarded("tracking", CALL, "/courier/locations", "/track/**"),
          guarded("quota", CALL, "/offers/**", "/redemptions/**", "/quota/**"),
          guarded("notify-stream", STREAM, "/inbox/stream"),
          open("notify-webhooks", "/webhooks/{provider}"),
          open("notify-unsubscribe", "/unsubscribe/{token}"),
          guarded("notify", CALL, "/notify/**", "/deliveries/**", "/templates/**", "/preferences"),
          guarded("notify-inbox", CALL, "/inbox/**", "/devices/**"),
          guarded("notify-ops", CALL, "/suppressions/**", "/providers/**", "/dlq/**"));

  /// What the gateway answers itself and limits. Health and metrics are not limited.
  static final List<PartRoute> OWN =
      List.of(
          guarded("gateway-limits", CALL, "/limits/**"),
          open("gateway-keys", "/sandbox/jwks"),
          open("gateway-token", "/sandbox/**"),
          open("gateway-pages", "/", "/docs/**", "/openapi", "/map/**"));

  private RouteTable() {}

  /// The route of a path, or null when nothing answers there.
  public static @Nullable PartRoute find(PathContainer path) {
    return first(ALL, path);
  }

  /// The same for what the gateway answers itself.
  public static @Nullable PartRoute own(PathContainer path) {
    return first(OWN, path);
  }

  /// Both tables.
  public static List<PartRoute> all() {
    return Stream.concat(ALL.stream(), OWN.stream()).toList();
  }

  private static @Nullable PartRoute first(List<PartRoute> routes, PathContainer path) {
    for (PartRoute route : routes) {
      if (route.matches(path)) {
        return route;
      }
    }
    return null;
  }

  /// The parts in the order of the table, each once.
  public static List<String> parts() {
    return ALL.stream().map(PartRoute::part).distinct().toList();
  }
}
