package dev.plaza.order.checkout;

import static dev.plaza.order.restaurant.RestaurantFixtures.item;
import static dev.plaza.order.restaurant.RestaurantFixtures.menu;
import static dev.plaza.order.restaurant.RestaurantFixtures.restaurant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.catalog.RestaurantEvent;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.infra.TestTokens;
import dev.plaza.order.Api;
import dev.plaza.order.Catalog;
import dev.plaza.order.MovableClock;
import dev.plaza.order.payment.FakeStripe;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Walks orders through the service as its users and neighbours do.
public class Walk {

  static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Api api;
  private final Catalog catalog;
  private final MovableClock clock;
  private final FakeStripe stripe;
  private final JdbcClient jdbc;
  private final Map<String, AtomicLong> dispatchSeq = new ConcurrentHashMap<>();

  Walk(Api api, Catalog catalog, MovableClock clock, FakeStripe stripe, JdbcClient jdbc) {
    this.api = api;
    this.catalog = catalog;
    this.clock = clock;
    this.stripe = stripe;
    this.jdbc = jdbc;
  }

  /// A restaurant of its own with soup (1000), cake (500), and steak (3000).
  public String shop() {
    String shop = "shop-" + UUID.randomUUID();
    catalog.publish(restaurant(shop, clock.instant()));
    catalog.publish(menu(shop, 1, item("soup", 1000), item("cake", 500), item("steak", 3000)));
    return shop;
  }

  /// The same, with a point-of-sale system.
  public String shop(String posUrl, String posKey) {
    String shop = "pos-" + UUID.randomUUID();
    var it = restaurant(shop, clock.instant());
    catalog.publish(
        new RestaurantEvent(
            it.restaurantId(),
            it.revision(),
            it.name(),
            it.location(),
            it.timezone(),
            it.currency(),
            it.cuisines(),
            it.priceLevel(),
            it.minimumOrder(),
            it.deliveryRadiusM(),
            it.deliveryArea(),
            it.prepMinutes(),
            it.pausedUntil(),
            new RestaurantEvent.PosEndpoint(posUrl, posKey),
            it.openIntervals(),
            it.openKnownUntil(),
            it.at()));
    catalog.publish(menu(shop, 1, item("soup", 1000), item("cake", 500), item("steak", 3000)));
    return shop;
  }

  public Api.Client customer(String name) {
    return api.customer(name);
  }

  public Api.Client staff(String shop) {
    return api.as(TestTokens.restaurant("staff", shop));
  }

  Api.Client courier(String name) {
    return api.as(TestTokens.token(name, "courier"));
  }

  Api.Client ops() {
    return api.as(TestTokens.token("olga", "ops"));
  }

  /// A priced cart: two soups and a cake.
  Api.Answer quote(Api.Client customer, String shop) {
    return quote(customer, shop, 2);
  }

  Api.Answer quote(Api.Client customer, String shop, int soups) {
    var cart =
        customer.post(
            "/cart",
            """
            {"restaurant_id":"%s","items":[{"sku":"soup","quantity":%d},
              {"sku":"cake","quantity":1}],"tip":200,
             "delivery":{"location":{"lat":48.2163,"lon":16.3988},"address":"Prater 1"}}
            """
                .formatted(shop, soups));
    assertThat(cart.status()).as(cart.body().toString()).isEqualTo(201);
    return customer.post("/cart/" + cart.text("/id") + "/price", null);
  }

  String wish(Api.Answer quote, String card) {
    return """
    {"cart_id":"%s","quote_id":"%s","payment":{"method":"%s"},
     "device":{"fingerprint":"phone"}}
    """
        .formatted(quote.text("/cart_id"), quote.text("/quote_id"), card);
  }

  Api.Answer order(Api.Client customer, String shop, String card) {
    return customer.post("/order", wish(quote(customer, shop), card), "Idempotency-Key", key());
  }

  public static String key() {
    return UUID.randomUUID().toString();
  }

  /// An order that has got as far as this.
  public String ordered(Api.Client customer, String shop, String card, String status) {
    var placed = order(customer, shop, card);
    assertThat(placed.status()).as(placed.body().toString()).isEqualTo(202);
    String id = placed.text("/id");
    awaits(id, status);
    return id;
  }

  String assigned(Api.Client customer, String shop, String courier) {
    String id = ordered(customer, shop, "pm_card_visa", "AWAITING_RESTAURANT");
    ok(staff(shop).post(path(id, "accept"), "{\"prep_minutes\":1}"));
    awaits(id, "DISPATCHING");
    dispatch(id, AssignmentEvent.ASSIGNED, courier, null);
    awaits(id, "COURIER_ASSIGNED");
    return id;
  }

  public String captured(Api.Client customer, String shop, String courier) {
    String id = assigned(customer, shop, courier);
    ok(courier(courier).post(path(id, "picked-up"), null));
    deliver(id, customer, courier);
    awaits(id, "CAPTURED");
    return id;
  }

  Api.Answer deliver(String id, Api.Client customer, String courier) {
    String code = customer.get("/order/" + id).text("/delivery/code");
    return ok(courier(courier).post(path(id, "delivered"), "{\"code\":\"" + code + "\"}"));
  }

  public static String path(String id, String action) {
    return "/order/" + id + "/" + action;
  }

  public static Api.Answer ok(Api.Answer answer) {
    assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
    return answer;
  }

  void dispatch(String id, String type, @Nullable String courier, @Nullable String reason) {
    long seq = dispatchSeq.computeIfAbsent(id, _ -> new AtomicLong()).incrementAndGet();
    var at = clock.instant();
    catalog.send(
        Topics.DISPATCH_ASSIGNMENT,
        id,
        type,
        new AssignmentEvent(
            id,
            seq,
            courier == null ? null : "assignment-" + seq,
            courier,
            at.plusSeconds(600),
            at.plusSeconds(500),
            at.plusSeconds(900),
            reason,
            at));
  }

  public Api.Answer see(String id) {
    return ops().get("/order/" + id);
  }

  public Api.Answer awaits(String id, String status) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(() -> assertThat(see(id).text("/status")).isEqualTo(status));
    return see(id);
  }

  public void awaitsEvent(String id, String type) {
    awaitsEvents(id, type, 1);
  }

  void awaitsEvents(String id, String type, int times) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () ->
                assertThat(events(id)).filteredOn(type::equals).hasSizeGreaterThanOrEqualTo(times));
  }

  public List<String> events(String id) {
    return ops()
        .get(path(id, "events") + "?limit=100")
        .body()
        .at("/items")
        .findValuesAsString("type");
  }

  List<String> reviews() {
    return ops().get("/risk/reviews?limit=100").body().at("/items").findValuesAsString("order_id");
  }

  /// The books of both sides agree, and nothing is held or on its way.
  public void settled(String id) {
    var order = see(id);
    long net = order.number("/payment/captured/amount") - order.number("/payment/refunded/amount");
    assertThat(stripe.net(id)).as("provider's books").isEqualTo(net);
    assertThat(stripe.held(id)).as("held at the provider").isZero();
    assertThat(account(id, "provider.clearing")).as("ledger").isEqualTo(net);
    assertThat(account(id, "hold.provider")).as("held in the ledger").isZero();
    assertThat(sum("SELECT coalesce(sum(amount), 0) FROM ledger_entry WHERE order_id = ?", id))
        .as("double entry")
        .isZero();
    assertThat(stripe.of(id)).allSatisfy(it -> assertThat(it.captures).isLessThanOrEqualTo(1));
  }

  long account(String id, String account) {
    return jdbc.sql(
            "SELECT coalesce(sum(amount), 0) FROM ledger_entry WHERE order_id = ? AND account = ?")
        .param(UUID.fromString(id))
        .param(account)
        .query(Long.class)
        .single();
  }

  private long sum(String sql, String id) {
    return jdbc.sql(sql).param(UUID.fromString(id)).query(Long.class).single();
  }
}
