package dev.plaza.order.order;

import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.paging.Page;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import dev.plaza.platform.stream.LiveStreams;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/// Reading orders.
@RestController
class OrderController {

  /// What only ops may read in the audit trail.
  private static final Set<String> INTERNAL = Set.of("rules", "by", "cause");

  private final OrderStore orders;
  private final OrderEvents events;
  private final OrderAccess access;
  private final Cursors cursors;
  private final LiveStreams streams;

  OrderController(
      OrderStore orders,
      OrderEvents events,
      OrderAccess access,
      Cursors cursors,
      LiveStreams streams) {
    this.orders = orders;
    this.events = events;
    this.access = access;
    this.cursors = cursors;
    this.streams = streams;
  }

  @GetMapping("/order/{id}")
  ResponseEntity<OrderView> order(
      @PathVariable String id,
      @RequestHeader(value = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable String known,
      Caller caller) {
    var order = access.visible(id, caller);
    String tag = '"' + String.valueOf(order.version()) + '"';
    if (tag.equals(known)) {
      return ResponseEntity.status(304).eTag(tag).build();
    }
    return ResponseEntity.ok().eTag(tag).body(OrderView.of(order, orders, caller));
  }

  /// Customers see theirs, restaurants and couriers those they have to do with, ops all.
  @GetMapping("/orders")
  Page<OrderSummary> list(
      @RequestParam(defaultValue = "") List<OrderStatus> status,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor,
      Caller caller) {
    caller.require(Role.CUSTOMER, Role.RESTAURANT, Role.COURIER, Role.OPS, Role.SERVICE);
    int size = Cursors.limit(limit);
    var whose = Owner.of(caller);
    var statuses = status.stream().distinct().sorted(Comparator.naturalOrder()).toList();
    String scope = "orders|" + whose.column() + "|" + whose.id() + "|" + statuses;
    var found =
        orders.list(whose.column(), whose.id(), statuses, position(scope, cursor), size + 1);
    var page = found.stream().limit(size).map(this::summary).toList();
    return new Page<>(page, found.size() > size ? next(scope, page.getLast()) : null);
  }

  /// @param column null: everybody's
  private record Owner(@Nullable String column, String id) {

    static Owner of(Caller caller) {
      String restaurant = caller.restaurantId();
      if (caller.is(Role.OPS) || caller.is(Role.SERVICE)) {
        return new Owner(null, "");
      }
      if (caller.is(Role.RESTAURANT) && restaurant != null) {
        return new Owner("restaurant_id", restaurant);
      }
      return caller.is(Role.COURIER)
          ? new Owner("courier_id", caller.subject())
          : new Owner("customer_id", caller.subject());
    }
  }

  private OrderStore.@Nullable Position position(String scope, @Nullable String cursor) {
    if (cursor == null) {
      return null;
    }
    var parts = cursors.decode(scope, cursor);
    return new OrderStore.Position(Instant.parse(parts.get(0)), parts.get(1));
  }

  private String next(String scope, OrderSummary last) {
    return cursors.encode(scope, last.createdAt(), last.id());
  }

  private OrderSummary summary(StoredOrder order) {
    return OrderSummary.of(order, orders.content(order.id(), order.progress().revision()));
  }

  @GetMapping("/order/{id}/events")
  Page<OrderEvents.Entry> events(
      @PathVariable String id,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor,
      Caller caller) {
    access.visible(id, caller);
    int size = Cursors.limit(limit);
    String scope = "events|" + id;
    long after = cursor == null ? 0 : Long.parseLong(cursors.decode(scope, cursor).getFirst());
    var found = events.after(id, after, size + 1);
    var page = found.stream().limit(size).map(it -> shown(it, caller)).toList();
    return new Page<>(
        page, found.size() > size ? cursors.encode(scope, page.getLast().seq()) : null);
  }

  private static OrderEvents.Entry shown(OrderEvents.Entry entry, Caller caller) {
    if (caller.is(Role.OPS) || caller.is(Role.SERVICE)) {
      return entry;
    }
    var payload =
        entry.payload().entrySet().stream()
            .filter(it -> !INTERNAL.contains(it.getKey()))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    return new OrderEvents.Entry(entry.seq(), entry.type(), entry.status(), entry.ts(), payload);
  }

  @GetMapping(value = "/order/{id}/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter stream(
      @PathVariable String id,
      @RequestHeader(value = "Last-Event-ID", required = false) @Nullable String lastEventId,
      Caller caller) {
    access.visible(id, caller);
    return streams.open(
        streamKey(id),
        lastEventId,
        new OrderStream(
            () -> orders.find(id).orElseThrow(),
            order -> OrderView.of(order, orders, caller),
            (after, limit) ->
                events.after(id, after, limit).stream().map(it -> shown(it, caller)).toList()));
  }

  static String streamKey(String orderId) {
    return "order:" + orderId;
  }
}
