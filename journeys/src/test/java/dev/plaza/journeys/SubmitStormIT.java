package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.dev.client.Response;
import dev.plaza.dev.client.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Many orders at once, each submitted again and again: with the same key, with a new key, with
/// lost answers, and with a provider that loses answers and doubles its webhooks.
///
/// `-Dplaza.journeys.storm=1000` makes it larger.
class SubmitStormIT {

  private static final int ORDERS = Integer.getInteger("plaza.journeys.storm", 400);
  private static final int AT_ONCE = 64;

  private static Stack stack;
  private static Kitchen kitchen;

  private record Prepared(Guest guest, String cart, String quote) {}

  @BeforeAll
  static void start() {
    stack = Stack.running();
    kitchen = Kitchen.open(stack);
    stack.payments(
        """
        {"drop_answer_rate":0.03,"webhook_duplicate_rate":0.5,"webhook_reorder_ms":1500}
        """);
  }

  @AfterAll
  static void calm() {
    stack.resetPayments();
  }

  @Test
  void chargesEveryOrderOnceAndLosesNone() throws Exception {
    var prepared = all(ORDERS, SubmitStormIT::prepare);
    var orders = all(prepared.size(), number -> submit(prepared.get(number)));

    assertThat(orders).doesNotContain("").doesNotHaveDuplicates().hasSize(ORDERS);
    // Nobody accepts them: all are cancelled in time, and every hold is given free.
    Ends.await(stack, orders, Duration.ofMinutes(4));
    var books = stack.books("").path("orders");
    for (var order : orders) {
      var totals = books.path(order);
      assertThat(totals.path("intents").asInt()).as("%s %s", order, totals).isEqualTo(1);
      assertThat(totals.path("live_holds").asInt()).as(order).isZero();
      assertThat(totals.path("captured").asLong()).as(order).isZero();
    }
    new Audit(stack).check(orders.subList(0, Math.min(100, orders.size())));
  }

  private static Prepared prepare(int number) {
    var guest = new Guest(stack, "storm-" + System.identityHashCode(kitchen) + "-" + number);
    var cart = Stack.patiently(() -> guest.cart(kitchen, Guest.soup(1), "")).text("id");
    var quote = Stack.patiently(() -> guest.price(cart)).text("quote_id");
    return new Prepared(guest, cart, quote);
  }

  /// Three submits at once and one after them; all that are answered name the same order.
  private static String submit(Prepared prepared) throws Exception {
    var key = Session.newKey();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<Response>>();
      answers.add(threads.submit(() -> post(prepared, key)));
      answers.add(threads.submit(() -> post(prepared, key)));
      answers.add(threads.submit(() -> post(prepared, Session.newKey())));
      for (var answer : answers) {
        answer.get();
      }
    }
    var last = Stack.patiently(() -> post(prepared, key));
    var id = last.status() == 202 ? last.text("id") : last.text("order_id");
    var again = Stack.patiently(() -> post(prepared, Session.newKey()));
    assertThat(again.text("order_id")).as(again.brief()).isEqualTo(id);
    return id;
  }

  private static Response post(Prepared prepared, String key)
      throws IOException, InterruptedException {
    return Stack.patiently(
        () -> prepared.guest.submit(prepared.cart, prepared.quote, "pm_card_visa", key, false));
  }

  private interface Task<T> {
    T run(int number) throws Exception;
  }

  private static <T> List<T> all(int count, Task<T> task) throws Exception {
    var room = new Semaphore(AT_ONCE);
    var tasks = new ArrayList<Callable<T>>();
    for (var i = 0; i < count; i++) {
      var number = i;
      tasks.add(
          () -> {
            room.acquire();
            try {
              return task.run(number);
            } finally {
              room.release();
            }
          });
    }
    var results = new ArrayList<T>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var future : threads.invokeAll(tasks)) {
        results.add(future.get());
      }
    }
    return results;
  }
}
