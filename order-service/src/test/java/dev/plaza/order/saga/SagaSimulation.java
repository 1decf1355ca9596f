package dev.plaza.order.saga;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.order.order.Fact;
import dev.plaza.order.order.OrderStatus;
import dev.plaza.order.saga.Checkout.Moment;
import dev.plaza.order.saga.CheckoutCommand.AdjustStock;
import dev.plaza.order.saga.CheckoutCommand.CouponCommand;
import dev.plaza.order.saga.CheckoutCommand.KitchenCommand;
import dev.plaza.order.saga.CheckoutCommand.PaymentCommand;
import dev.plaza.order.saga.CheckoutCommand.Reconcile;
import dev.plaza.order.saga.CheckoutCommand.ScreenCapture;
import dev.plaza.order.saga.CheckoutSignal.*;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// One order in a hostile world, entirely decided by a seed.
///
/// What the database does in production is atomic here: state, commands, timers and the mark that a
/// command is done change together in `deliver`. Everything between two deliveries can go wrong: a
/// command's effect happens and its answer is lost, it runs twice, it runs late; signals are
/// repeated, reordered, contradictory, or come from an actor who is not meant; timers ring late, or
/// ring although their state is gone.
final class SagaSimulation {

  private static final long TOTAL = 2_000;

  private final Random random;
  private final Terms terms;
  private final Actors actors;
  private final FakeProvider provider;
  private final FakeQuota quota;
  private final Map<String, CheckoutCommand> open = new LinkedHashMap<>();
  private final Map<String, CheckoutCommand> done = new LinkedHashMap<>();
  private final List<CheckoutSignal> late = new ArrayList<>();
  private final List<CheckoutSignal> seen = new ArrayList<>();
  private final List<Fact> facts = new ArrayList<>();
  private final Map<String, Long> ledger = new HashMap<>();
  private final List<String> log = new ArrayList<>();
  private final List<Checkout> states = new ArrayList<>();
  private Checkout state;
  private List<Timer> timers = List.of();
  private Instant now = Instant.parse("2026-11-30T12:00:00Z");
  private boolean meddled;

  SagaSimulation(long seed) {
    this.random = new Random(seed);
    this.terms = TestTerms.TEST;
    this.actors = new Actors(random);
    this.provider =
        new FakeProvider(random.nextInt(4) == 0 ? Duration.ofMinutes(10) : Duration.ofDays(7));
    var deal =
        new Deal("pm_card_visa", Deal.ORIGINAL, amount(), random.nextBoolean(), 10, 2_000, 0);
    this.quota =
        new FakeQuota(random.nextInt(3) == 0 ? Duration.ofMinutes(15) : Duration.ofHours(24));
    var coupon = random.nextInt(2) == 0 ? null : Redemption.wanted("TEN", 300);
    this.state = Checkout.placed(deal, "EUR", coupon);
  }

  private long amount() {
    return random.nextInt(20) == 0 ? 0 : TOTAL;
  }

  List<Checkout> states() {
    return states;
  }

  List<Fact> facts() {
    return facts;
  }

  List<String> log() {
    return log;
  }

  OrderStatus run() {
    var verdict = random.nextInt(5) == 0 ? pick(RiskDecision.values()) : RiskDecision.ALLOW;
    deliver(new RiskAssessed(verdict, List.of("rule")));
    int steps = 10 + random.nextInt(60);
    for (int i = 0; i < steps; i++) {
      chaos();
    }
    settle();
    assertEnd();
    return state.status();
  }

  /// One thing happens, sensible or not.
  private void chaos() {
    moods();
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> runCommand(true);
      case 4 -> ring();
      case 5 -> now = now.plusSeconds(random.nextInt(400));
      case 6 -> repeat();
      case 7 -> deliver(actors.anything());
      case 8 -> meddle();
      case 9 -> {
        if (!late.isEmpty()) {
          deliver(late.remove(random.nextInt(late.size())));
        }
      }
      default -> {
        // Nobody can do anything sensible before the coupon is there but wait for it.
        if (state instanceof Placing.Redeeming && random.nextInt(4) > 0) {
          runCommand(true);
        } else {
          deliver(actors.sensible(state, now));
        }
      }
    }
  }

  private void moods() {
    provider.declines = random.nextInt(8) == 0;
    provider.refusesCapture = random.nextInt(4) == 0;
    provider.refusesRefund = random.nextInt(6) == 0;
    quota.exhausted = random.nextInt(3) == 0;
  }

  /// A worker takes a command. Its effect and the commit of its answer are two steps.
  private void runCommand(boolean faults) {
    if (open.isEmpty()) {
      return;
    }
    var key = pick(List.copyOf(open.keySet()));
    var command = open.get(key);
    int fault = faults ? random.nextInt(6) : 5;
    if (fault == 0) {
      log.add("crash before " + key);
      return;
    }
    var answer = perform(command);
    if (fault == 1) {
      log.add("answer lost of " + key);
      return;
    }
    if (fault == 2) {
      log.add("ran twice: " + key);
      perform(command);
    }
    open.remove(key);
    done.put(key, command);
    if (answer != null) {
      if (fault == 3) {
        log.add("answer late of " + key);
        late.add(answer);
      } else {
        deliver(answer);
      }
    }
  }

  private @Nullable CheckoutSignal perform(CheckoutCommand command) {
    return switch (command) {
      case PaymentCommand it -> provider.execute(it, now);
      case ScreenCapture _ ->
          new RiskAssessed(
              random.nextInt(5) == 0 ? RiskDecision.HOLD : RiskDecision.ALLOW, List.of());
      case CouponCommand it -> quota.execute(it, now);
      case KitchenCommand it -> it instanceof CheckoutCommand.OfferToKitchen ? kitchen() : null;
      case AdjustStock _ -> null;
    };
  }

  private CheckoutSignal kitchen() {
    return random.nextInt(3) == 0 ? new Unreachable() : new Acknowledged();
  }

  private void ring() {
    if (random.nextInt(4) == 0) {
      deliver(new TimerFired(pick(Timer.Kind.values()), now));
    }
    var next = timers.stream().min((a, b) -> a.due().compareTo(b.due())).orElse(null);
    if (next != null) {
      now = next.due().isAfter(now) ? next.due() : now;
      provider.expire(now);
      deliver(new TimerFired(next.kind(), next.due()));
    }
  }

  /// Something old comes again: a redelivered record, or a worker that lost its lease.
  private void repeat() {
    if (!done.isEmpty() && random.nextBoolean()) {
      var command = pick(List.copyOf(done.values()));
      if (command instanceof PaymentCommand it) {
        deliver(provider.execute(it, now));
      } else if (command instanceof CouponCommand it) {
        deliver(quota.execute(it, now));
      }
    } else if (!seen.isEmpty()) {
      deliver(pick(seen));
    }
  }

  /// The provider's own desk, and its webhooks.
  private void meddle() {
    if (provider.intents.isEmpty()) {
      return;
    }
    var intent = pick(List.copyOf(provider.intents.values()));
    provider.expire(now);
    switch (random.nextInt(8)) {
      case 0 -> {
        if (intent.status == FakeProvider.Status.HELD) {
          log.add("released elsewhere: " + intent.id);
          intent.status = FakeProvider.Status.RELEASED;
        }
      }
      case 1 -> {
        if (intent.captured - intent.refunded >= 10
            && state.purse().refundable() >= 10
            && !meddled) {
          meddled = true;
          provider.giveBack(intent, 10);
          deliver(new RefundedElsewhere(intent.attempt, "re_elsewhere", 10));
        }
      }
      case 2 -> {
        var live = state.purse().live().filter(it -> intent.id.equals(it.payment()));
        if (live.isPresent() && intent.status == FakeProvider.Status.HELD) {
          log.add("captured elsewhere: " + intent.id);
          meddled = true;
          provider.take(intent, intent.amount);
        }
      }
      default -> {}
    }
    deliver(provider.execute(new Reconcile(intent.attempt, intent.id, "hook"), now));
  }

  /// The transaction of the runner.
  private void deliver(CheckoutSignal signal) {
    var before = state;
    var decision = state.on(signal, new Moment(now, terms));
    log.add(now + " " + signal + " : " + before.status() + " -> " + decision.next().status());
    if (decision.refusal() != null) {
      assertThat(decision.next()).isEqualTo(before);
      assertThat(decision.commands()).isEmpty();
      return;
    }
    seen.add(signal);
    for (var it : decision.commands()) {
      assertThat(done).as("repeated " + it.key()).doesNotContainKey(it.key());
      open.put(it.key(), it);
    }
    facts.addAll(decision.facts());
    decision.movements().forEach(this::book);
    if (!decision.movements().isEmpty() || before.status() != decision.next().status()) {
      assertThat(decision.facts()).as("a change that nobody can see").isNotEmpty();
    }
    state = decision.next();
    states.add(state);
    timers = state.timers(terms);
    assertAlways(before);
  }

  private void book(Movement movement) {
    switch (movement) {
      case Movement.Held it -> move("held", "card", it.amount());
      case Movement.Released it -> move("card", "held", it.amount());
      case Movement.Taken it -> {
        move("card", "held", it.released());
        move("cash", "sales", it.amount());
      }
      case Movement.GivenBack it -> move("sales", "cash", it.amount());
      case Movement.Sponsored _ -> move("campaign", "sales", coupon().amount());
      case Movement.Borne _ -> move("borne", "sales", coupon().amount());
    }
  }

  private Redemption coupon() {
    return Objects.requireNonNull(state.purse().coupon());
  }

  private void move(String debit, String credit, long amount) {
    ledger.merge(debit, amount, Long::sum);
    ledger.merge(credit, -amount, Long::sum);
  }

  private void assertAlways(Checkout before) {
    if (before.status().terminal()) {
      assertThat(state.status()).as("a terminal order moved").isEqualTo(before.status());
    }
    assertThat(ledger.values().stream().mapToLong(Long::longValue).sum()).isZero();
    assertThat(provider.captured()).isLessThanOrEqualTo(3_000);
    if (!state.status().terminal() && state.status() != OrderStatus.PENDING) {
      assertThat(timers).as("nothing would ever wake " + state).isNotEmpty();
    }
    assertThat(provider.intents.values().stream().filter(it -> it.captured > 0).count())
        .as("captured twice")
        .isLessThanOrEqualTo(1);
  }

  /// The world calms down: everything that is due happens, and people do their work.
  private void settle() {
    provider.declines = false;
    provider.refusesCapture = false;
    provider.refusesRefund = false;
    for (int i = 0; i < 500; i++) {
      if (!late.isEmpty()) {
        deliver(late.removeFirst());
      } else if (!open.isEmpty()) {
        runCommand(false);
      } else if (state.status() == OrderStatus.ON_HOLD) {
        deliver(new ReviewDecided(random.nextBoolean(), "ops"));
      } else if (!timers.isEmpty()) {
        ring();
        reportExpiries();
      } else {
        return;
      }
    }
    throw new AssertionError("does not come to rest: " + state);
  }

  private void reportExpiries() {
    for (var it : List.copyOf(provider.intents.values())) {
      if (it.status == FakeProvider.Status.RELEASED) {
        deliver(new Voided(it.attempt));
      }
    }
  }

  private void assertEnd() {
    reportExpiries();
    var purse = state.purse();
    assertThat(state.status().terminal()).as("not at an end: " + state).isTrue();
    assertThat(purse.isSettled()).as("money in the air: " + state).isTrue();
    assertThat(provider.held()).as("holds left at the provider").isZero();
    assertThat(ledger.getOrDefault("held", 0L)).as("holds left in the ledger").isZero();
    assertThat(ledger.getOrDefault("cash", 0L)).as("ledger = books").isEqualTo(provider.net());
    assertThat(purse.captured() - purse.refunded()).isEqualTo(provider.net());
    if (state.status() == OrderStatus.CAPTURED && !meddled) {
      assertThat(purse.captured()).as("paid what was agreed").isEqualTo(state.deal().total());
    }
    if (state.status() != OrderStatus.CAPTURED) {
      assertThat(provider.net()).as("paid and cancelled").isLessThanOrEqualTo(feeAgreed());
    }
    assertCoupon();
    assertThat(facts.stream().filter(it -> endings().contains(it.type())).count())
        .as("ended once")
        .isEqualTo(1);
  }

  private void assertCoupon() {
    quota.assertFits(state, ledger.getOrDefault("campaign", 0L), ledger.getOrDefault("borne", 0L));
    if (facts.stream().anyMatch(it -> it.type() == Fact.Type.COUPON_REFUSED)) {
      assertThat(provider.intents).as("money without coupon").isEmpty();
    }
  }

  private long feeAgreed() {
    return facts.stream()
        .map(it -> it.payload().get("fee"))
        .filter(Long.class::isInstance)
        .mapToLong(Long.class::cast)
        .max()
        .orElse(0);
  }

  private static EnumSet<Fact.Type> endings() {
    return EnumSet.of(
        Fact.Type.CAPTURED,
        Fact.Type.REJECTED,
        Fact.Type.CANCELLED,
        Fact.Type.PAYMENT_FAILED,
        Fact.Type.EXPIRED);
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
