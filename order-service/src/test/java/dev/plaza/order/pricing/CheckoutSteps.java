package dev.plaza.order.pricing;

import static dev.plaza.order.restaurant.RestaurantFixtures.PRATER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.order.Api;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.springframework.transaction.support.TransactionTemplate;

/// What checkout does with a cart, step by step, as Alice.
final class CheckoutSteps {

  private final Api api;
  private final Orderables orderables;
  private final TransactionTemplate transaction;
  private final String shop;
  final Caller alice = caller("alice");

  CheckoutSteps(Api api, Orderables orderables, TransactionTemplate transaction, String shop) {
    this.api = api;
    this.orderables = orderables;
    this.transaction = transaction;
    this.shop = shop;
  }

  String restocked(String orderId, List<OrderLine> lines) {
    orderables.restock(orderId, shop, lines);
    return "restocked";
  }

  String giveBack(String orderId) {
    orderables.restock(orderId);
    return "given back";
  }

  String spend(OrderDraft draft, String orderId) {
    orderables.spend(draft, orderId);
    return "spent";
  }

  OrderDraft ready(String cart, String quote) {
    var result = in(() -> orderables.orderable(cart, quote, false, null, alice));
    assertThat(result).isInstanceOf(OrderableResult.Ready.class);
    return ((OrderableResult.Ready) result).draft();
  }

  OrderableResult rolledBack(String cart, String quote) {
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              status.setRollbackOnly();
              return orderables.orderable(cart, quote, false, null, alice);
            }));
  }

  <T> T in(Supplier<T> work) {
    return Objects.requireNonNull(transaction.execute(_ -> work.get()));
  }

  static <T> List<T> atOnce(int times, java.util.function.IntFunction<T> work)
      throws InterruptedException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<T>> tasks =
          IntStream.range(0, times).<Callable<T>>mapToObj(i -> () -> work.apply(i)).toList();
      return threads.invokeAll(tasks).stream().map(Future::resultNow).toList();
    }
  }

  String cart(String sku, int quantity) {
    var answer =
        api.customer("alice")
            .post(
                "/cart",
                """
                {"restaurant_id":"%s","items":[{"sku":"%s","quantity":%d}],
                 "delivery":{"location":{"lat":%s,"lon":%s},"address":"Prater 1",
                   "instructions":"sandbox:slow"}}
                """
                    .formatted(shop, sku, quantity, PRATER.lat(), PRATER.lon()));
    assertThat(answer.status()).as(answer.raw().body()).isEqualTo(201);
    return answer.text("/id");
  }

  Api.Answer quote(String cart) {
    return api.customer("alice").post("/cart/" + cart + "/price", null);
  }

  static Caller caller(String name) {
    return new Caller(name, Set.of(Role.CUSTOMER), null, Locale.ENGLISH, ZoneOffset.UTC);
  }
}
