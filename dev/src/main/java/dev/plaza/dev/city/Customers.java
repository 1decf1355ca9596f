package dev.plaza.dev.city;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.OrderWalk;
import dev.plaza.dev.client.Shopper;
import dev.plaza.dev.client.Subject;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;

/// The customers: order at random moments, more at noon and in the evening than at night, and
/// answer when a restaurant proposes something else.
final class Customers {

  static final int PEOPLE = 400;
  static final int AT_ONCE_MAX = 64;
  private static final Duration ANSWERS = Duration.ofSeconds(5);
  private static final int REVIEW_EVERY = 6;
  private static final ZoneId ZONE = ZoneId.of("Europe/Vienna");
  private static final String PREFIX = "sim-customer-";

  /// Orders of an hour, relative to the average hour.
  private static final double[] HOURS = {
    0.5, 0.3, 0.2, 0.2, 0.2, 0.2, 0.3, 0.5, 0.7, 0.7, 0.8, 1.4, 2.0, 1.6, 0.9, 0.8, 0.9, 1.4, 2.1,
    2.4, 2.0, 1.5, 1.1, 0.8
  };

  private static final List<Behaviour> TROUBLE =
      List.of(
          Behaviour.REJECT,
          Behaviour.SLOW,
          Behaviour.SUBSTITUTE,
          Behaviour.COURIER_CANCELS,
          Behaviour.UNDELIVERABLE);

  private final Life life;
  private final ExecutorService threads;
  private final Random random;
  private final Point centre;
  private final Semaphore atOnce = new Semaphore(AT_ONCE_MAX);

  Customers(Life life, ExecutorService threads, Random random, Point centre) {
    this.life = life;
    this.threads = threads;
    this.random = random;
    this.centre = centre;
  }

  /// Orders until the thread is interrupted.
  void order() {
    try {
      while (true) {
        var settings = life.settings();
        if (!settings.customers()) {
          life.rest(Duration.ofSeconds(1));
          continue;
        }
        var hour = life.clock().instant().atZone(ZONE).getHour();
        var mean = settings.ordersEveryS() / HOURS[hour];
        life.rest(Duration.ofNanos((long) (gap(mean) * 1e9)));
        if (!life.settings().customers()) {
          continue;
        }
        if (atOnce.tryAcquire()) {
          var seed = random.nextLong();
          threads.execute(() -> orderOne(seed));
        } else {
          life.tally().count("orders not begun: too many at once");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private double gap(double mean) {
    return Math.min(600, -Math.log(1 - random.nextDouble()) * mean);
  }

  private void orderOne(long seed) {
    var own = new Random(seed);
    var session = life.as(Subject.customer(PREFIX + own.nextInt(PEOPLE)));
    var at = centre.moved(own.nextGaussian() * 900, own.nextGaussian() * 900);
    var instructions =
        own.nextDouble() < life.settings().troubleRate()
            ? TROUBLE.get(own.nextInt(TROUBLE.size())).word()
            : "Ring twice";
    try {
      var shopper = new Shopper(session, own);
      new OrderWalk(shopper, own).order(OrderWalk.Wish.at(at).instructed(instructions));
      life.tally().count("orders placed");
      life.tally().back();
    } catch (OrderWalk.Failed e) {
      life.tally().count("orders failed: " + e.step() + " " + e.cause());
    } catch (IOException e) {
      life.tally().away(Life.reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      atOnce.release();
    }
  }

  /// Answers proposals and reviews of simulated customers until the thread is interrupted.
  void answer() {
    try {
      for (var round = 0; ; round++) {
        life.rest(ANSWERS);
        try {
          answerProposals();
          if (round % REVIEW_EVERY == 0) {
            review();
          }
        } catch (IOException e) {
          life.tally().away(Life.reason(e));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answerProposals() throws IOException, InterruptedException {
    var proposed = life.ops().get("/orders?limit=100&status=SUBSTITUTION_PROPOSED");
    for (var order : proposed.body().path("items")) {
      var facts = life.facts(order.path("id").asString()).orElse(null);
      if (facts != null && facts.customerId().startsWith(PREFIX)) {
        var decision = random.nextInt(3) == 0 ? "decline" : "approve";
        var customer = life.as(Subject.customer(facts.customerId()));
        life.act(
            "substitutions answered",
            () ->
                customer.post(
                    "/order/" + facts.id() + "/substitution", Map.of("decision", decision)));
      }
    }
  }

  /// Simulated people are honest: what the risk rules hold of theirs is let go.
  private void review() throws IOException, InterruptedException {
    var held = life.ops().get("/risk/reviews?limit=50");
    for (var review : held.body().path("items")) {
      if (review.path("customer_id").asString("").startsWith(PREFIX)) {
        var path = "/risk/reviews/" + review.path("order_id").asString();
        var approval = Map.of("decision", "approve", "note", "a simulated customer");
        life.act("reviews approved", () -> life.ops().post(path, approval));
      }
    }
  }
}
