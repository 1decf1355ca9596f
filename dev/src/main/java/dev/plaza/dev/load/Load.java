package dev.plaza.dev.load;

import dev.plaza.dev.client.OrderWalk;
import dev.plaza.dev.client.PlazaClient;
import dev.plaza.dev.client.Session;
import dev.plaza.dev.client.Shopper;
import dev.plaza.dev.client.StepObserver;
import dev.plaza.dev.client.Subject;
import dev.plaza.dev.load.LoadPlan.Journey;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Offers load in an open loop: arrivals come when they are due, whatever became of earlier ones,
/// and each journey is timed from the moment it was due.
public final class Load {

  private static final Duration AUTHORISED_LIMIT = Duration.ofMinutes(2);
  private static final Duration CAPTURED_LIMIT = Duration.ofMinutes(10);
  private static final Set<String> BEFORE_AUTHORISED = Set.of("PENDING", "PAYMENT_AUTHORIZING");
  private static final Set<String> BAD =
      Set.of("REJECTED", "CANCELLED", "PAYMENT_FAILED", "EXPIRED", "ON_HOLD");

  private final PlazaClient client;
  private final LoadPlan plan;
  private final StepTimer timer = new StepTimer();
  private final Semaphore inFlight;
  private final LongAdder done = new LongAdder();
  private @Nullable List<OrderWalk.Offer> offers;

  public Load(PlazaClient client, LoadPlan plan) {
    this.client = client;
    this.plan = plan;
    this.inFlight = new Semaphore(plan.inFlightMax());
  }

  /// Runs the whole plan and waits for its last journey.
  public LoadReport run() throws IOException, InterruptedException, OrderWalk.Failed {
    prepare();
    var random = new Random(plan.seed());
    var offered = 0L;
    var start = System.nanoTime();
    var end = start + plan.length().toNanos();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var due = start + gap(random); due < end; due += gap(random)) {
        waitUntil(due);
        begin(threads, offered++, due, random.nextLong());
      }
    }
    var seconds = (System.nanoTime() - start) / 1e9;
    return new LoadReport(
        plan.journey().name().toLowerCase(Locale.ROOT),
        offered / (plan.length().toNanos() / 1e9),
        seconds,
        offered,
        done.sum(),
        done.sum() / seconds,
        timer.errors(),
        timer.times());
  }

  private long gap(Random random) {
    return (long) (-Math.log(1 - random.nextDouble()) / plan.perSecond() * 1e9);
  }

  private static void waitUntil(long due) throws InterruptedException {
    var left = due - System.nanoTime();
    if (left > 0) {
      TimeUnit.NANOSECONDS.sleep(left);
    }
  }

  private void begin(ExecutorService threads, long number, long due, long seed) {
    if (!inFlight.tryAcquire()) {
      timer.error("not begun: " + plan.inFlightMax() + " journeys in flight");
      return;
    }
    threads.execute(
        () -> {
          try {
            journey(number, due, seed);
          } finally {
            inFlight.release();
          }
        });
  }

  /// Tokens and, for checkouts, menus are there before the clock runs.
  private void prepare() throws IOException, InterruptedException, OrderWalk.Failed {
    var expected = plan.perSecond() * plan.length().toSeconds() * 1.2 + 10;
    var people = (int) Math.min(plan.customers(), expected);
    for (var i = 0; i < people; i++) {
      client.token(customer(i));
    }
    if (plan.journey() == Journey.CHECKOUT) {
      var random = new Random(plan.seed());
      var shopper = new Shopper(client.as(customer(0)), random);
      offers = new OrderWalk(shopper, random).offers(OrderWalk.Wish.at(plan.centre()), 20);
    }
  }

  private Subject customer(long number) {
    return Subject.customer("load-" + plan.seed() + "-" + number % plan.customers());
  }

  private void journey(long number, long due, long seed) {
    var random = new Random(seed);
    var session = client.as(customer(number));
    try {
      walk(session, random);
      timer.record("journey", System.nanoTime() - due);
      done.increment();
    } catch (OrderWalk.Failed e) {
      timer.error(e.step() + ": " + e.cause());
    } catch (IOException e) {
      timer.error("no answer: " + e.getClass().getSimpleName());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void walk(Session session, Random random)
      throws OrderWalk.Failed, IOException, InterruptedException {
    var at = plan.centre().moved(random.nextGaussian() * 600, random.nextGaussian() * 600);
    var wish = OrderWalk.Wish.at(at).paidWith(plan.card());
    var shopper = new Shopper(session, random, timed());
    var walk = new OrderWalk(shopper, random);
    switch (plan.journey()) {
      case BROWSE -> walk.look(wish);
      case PRICE -> walk.price(wish);
      case ORDER -> follow(session, walk.order(wish), false);
      case WHOLE -> follow(session, walk.order(wish), true);
      case CHECKOUT -> {
        var known = offers == null ? List.<OrderWalk.Offer>of() : offers;
        follow(session, walk.order(wish, known.get(random.nextInt(known.size()))), false);
      }
    }
  }

  private StepObserver timed() {
    return (step, call) -> {
      var start = System.nanoTime();
      var response = call.run();
      if (response.ok()) {
        timer.record(step, System.nanoTime() - start);
      }
      return response;
    };
  }

  private void follow(Session session, OrderWalk.Placed placed, boolean whole)
      throws OrderWalk.Failed, IOException, InterruptedException {
    var start = System.nanoTime();
    await(session, placed.orderId(), "authorised", AUTHORISED_LIMIT, BEFORE_AUTHORISED);
    timer.record("authorised", System.nanoTime() - start);
    if (whole) {
      awaitCaptured(session, placed.orderId());
      timer.record("captured", System.nanoTime() - start);
    }
  }

  private void awaitCaptured(Session session, String id)
      throws OrderWalk.Failed, IOException, InterruptedException {
    var end = System.nanoTime() + CAPTURED_LIMIT.toNanos();
    while (System.nanoTime() < end) {
      var status = session.get("/order/" + id).text("status");
      if (status.equals("CAPTURED")) {
        return;
      }
      refuseBad("captured", status);
      Thread.sleep(Duration.ofSeconds(1));
    }
    throw OrderWalk.failed("captured", "timeout");
  }

  private static void await(
      Session session, String id, String step, Duration limit, Set<String> before)
      throws OrderWalk.Failed, IOException, InterruptedException {
    var end = System.nanoTime() + limit.toNanos();
    var pause = Duration.ofMillis(25);
    while (System.nanoTime() < end) {
      var answer = session.get("/order/" + id);
      var status = answer.text("status");
      if (answer.ok() && !before.contains(status)) {
        refuseBad(step, status);
        return;
      }
      Thread.sleep(pause);
      pause = pause.toMillis() < 400 ? pause.multipliedBy(2) : pause;
    }
    throw OrderWalk.failed(step, "timeout");
  }

  private static void refuseBad(String step, String status) throws OrderWalk.Failed {
    if (BAD.contains(status)) {
      throw OrderWalk.failed(step, "ended " + status);
    }
  }
}
