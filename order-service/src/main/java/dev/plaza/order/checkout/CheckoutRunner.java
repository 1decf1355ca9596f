package dev.plaza.order.checkout;

import dev.plaza.order.order.Fact;
import dev.plaza.order.order.OrderEvents;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.order.Progress;
import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.pricing.OrderDraft;
import dev.plaza.order.saga.Checkout;
import dev.plaza.order.saga.CheckoutCommand;
import dev.plaza.order.saga.CheckoutSignal;
import dev.plaza.order.saga.CheckoutSignal.RiskAssessed;
import dev.plaza.order.saga.Decision;
import dev.plaza.order.saga.Showing;
import dev.plaza.order.saga.Terms;
import dev.plaza.order.work.Worker;
import dev.plaza.platform.problem.ProblemException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/// Makes the saga's decisions durable: lock the order, dedupe the signal, decide, save state, audit
/// trail, events, commands and timers. One transaction, joined where the caller has one.
@Component
public class CheckoutRunner {

  private static final Log LOG = LogFactory.getLog(CheckoutRunner.class);

  private final OrderStore orders;
  private final OrderEvents events;
  private final CheckoutTimers timers;
  private final Worker worker;
  private final ApplicationEventPublisher listeners;
  private final Support support;

  /// What every decision needs besides the tables.
  @Component
  record Support(
      TransactionTemplate transaction,
      JsonMapper json,
      Clock clock,
      Terms terms,
      MeterRegistry meters) {

    Checkout.Moment now() {
      return new Checkout.Moment(clock.instant().truncatedTo(ChronoUnit.MILLIS), terms);
    }
  }

  CheckoutRunner(
      OrderStore orders,
      OrderEvents events,
      CheckoutTimers timers,
      Worker worker,
      ApplicationEventPublisher listeners,
      Support support) {
    this.orders = orders;
    this.events = events;
    this.timers = timers;
    this.worker = worker;
    this.listeners = listeners;
    this.support = support;
  }

  /// Stores a new order with its first decision, in the caller's transaction.
  StoredOrder begin(
      String orderId, OrderDraft draft, String code, Checkout checkout, RiskAssessed verdict) {
    var now = support.now();
    var placed = Fact.of(Fact.Type.PLACED).with("total", draft.price().total());
    var decision = checkout.on(verdict, now).after(Decision.placed(checkout, placed));
    var order =
        new StoredOrder(
            orderId,
            draft.cartId(),
            draft.customerId(),
            draft.restaurantId(),
            null,
            decision.facts().size(),
            write(decision.next()),
            Showing.of(Showing.of(decision.next(), null), verdict),
            code,
            now.at(),
            now.at());
    orders.add(order, draft);
    follow(order, checkout, decision);
    return order;
  }

  /// Sends a signal that needs no dedupe, because the state itself tells a repeated one.
  ///
  /// @throws ProblemException 404, or what the saga refuses
  public StoredOrder signal(String orderId, CheckoutSignal signal) {
    return signal(orderId, List.of(signal), () -> true);
  }

  /// @param firstTime asked under the order's lock; false: the signals have been taken in before
  public StoredOrder signal(
      String orderId, List<CheckoutSignal> signals, BooleanSupplier firstTime) {
    var result =
        support
            .transaction()
            .execute(
                _ -> {
                  var order = orders.lock(orderId).orElseThrow(ProblemException::notFound);
                  if (!firstTime.getAsBoolean()) {
                    count("repeated");
                    return order;
                  }
                  for (var signal : signals) {
                    order = decide(order, signal);
                  }
                  return order;
                });
    if (result == null) {
      throw new IllegalStateException("a transaction without result");
    }
    return result;
  }

  /// The order's present state; without a lock, so only to look.
  public Checkout peek(StoredOrder order) {
    return checkout(order);
  }

  /// Has something looked at that did not come from a decision.
  public void command(String orderId, CheckoutCommand command, Duration after) {
    worker.submitLater(orderId, command.key(), write(command), after);
  }

  private StoredOrder decide(StoredOrder order, CheckoutSignal signal) {
    var before = checkout(order);
    var now = support.now();
    var decision = before.on(signal, now);
    var refusal = decision.refusal();
    if (refusal != null) {
      count("refused");
      throw CheckoutProblem.of(refusal, order);
    }
    if (decision.next().equals(before) && decision.facts().isEmpty()) {
      count("stayed");
      // A timer that rang is gone from the table even if the state still waits for one.
      if (signal instanceof CheckoutSignal.TimerFired) {
        timers.set(order.id(), before.timers(support.terms()));
      }
      return order;
    }
    count("moved");
    return save(order, signal, before, decision, now);
  }

  private StoredOrder save(
      StoredOrder order,
      CheckoutSignal signal,
      Checkout before,
      Decision decision,
      Checkout.Moment now) {
    var next = moved(order, progress(order.progress(), signal, decision.next()), decision, now);
    orders.save(next);
    follow(next, before, decision);
    log(order, next, signal);
    measure(order, next, decision);
    return next;
  }

  /// What follows from a decision besides the order's own row.
  private void follow(StoredOrder order, Checkout before, Decision decision) {
    events.append(order, decision.facts());
    for (var command : decision.commands()) {
      worker.submit(order.id(), command.key(), write(command));
    }
    var alarms = decision.next().timers(support.terms());
    if (!alarms.isEmpty() || !before.timers(support.terms()).isEmpty()) {
      timers.set(order.id(), alarms);
    }
    listeners.publishEvent(new OrderMoved(order, decision.facts(), decision.movements()));
  }

  private StoredOrder moved(
      StoredOrder order, Progress progress, Decision decision, Checkout.Moment now) {
    var ride = progress.ride();
    return new StoredOrder(
        order.id(),
        order.cartId(),
        order.customerId(),
        order.restaurantId(),
        ride == null ? null : ride.courierId(),
        order.version() + decision.facts().size(),
        write(decision.next()),
        progress,
        order.handoverCode(),
        order.createdAt(),
        now.at());
  }

  private static Progress progress(Progress before, CheckoutSignal signal, Checkout next) {
    var progress = Showing.of(next, before);
    return signal instanceof RiskAssessed risk ? Showing.of(progress, risk) : progress;
  }

  private static void log(StoredOrder before, StoredOrder after, CheckoutSignal signal) {
    if (before.progress().status() != after.progress().status()) {
      LOG.info(
          "order %s: %s -> %s by %s"
              .formatted(
                  after.id(),
                  before.progress().status(),
                  after.progress().status(),
                  signal.getClass().getSimpleName()));
    }
  }

  /// How long orders take, from the first moment to the hold and to the end.
  private void measure(StoredOrder before, StoredOrder after, Decision decision) {
    var age = Duration.between(after.createdAt(), after.updatedAt());
    if (decision.facts().stream().anyMatch(it -> it.type() == Fact.Type.AUTHORIZED)) {
      support.meters().timer("order.checkout.authorized").record(age);
    }
    var status = after.progress().status();
    if (status.terminal() && !before.progress().status().terminal()) {
      var word = status.name().toLowerCase(Locale.ROOT);
      support.meters().timer("order.checkout.duration", "outcome", word).record(age);
    }
  }

  private void count(String outcome) {
    support.meters().counter("order.checkout.signals", "outcome", outcome).increment();
  }

  private Checkout checkout(StoredOrder order) {
    return support.json().readValue(order.saga(), Checkout.class);
  }

  private String write(Checkout checkout) {
    return support.json().writerFor(Checkout.class).writeValueAsString(checkout);
  }

  private String write(CheckoutCommand command) {
    return support.json().writerFor(CheckoutCommand.class).writeValueAsString(command);
  }
}
