package dev.plaza.order.risk;

import dev.plaza.order.checkout.CommandExecutor;
import dev.plaza.order.checkout.Screening;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.pricing.OrderDraft;
import dev.plaza.order.pricing.PriceBreakdown;
import dev.plaza.order.saga.CheckoutCommand;
import dev.plaza.order.saga.CheckoutCommand.ScreenCapture;
import dev.plaza.order.saga.CheckoutSignal;
import dev.plaza.order.saga.CheckoutSignal.RiskAssessed;
import dev.plaza.platform.problem.ProblemException;
import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Scores orders twice: before money is held, and before it is taken.
@Component
class RiskScreening implements Screening, CommandExecutor {

  private final RiskMemory memory;
  private final OrderStore orders;
  private final RiskProperties limits;
  private final MeterRegistry meters;

  RiskScreening(RiskMemory memory, OrderStore orders, RiskProperties limits, MeterRegistry meters) {
    this.memory = memory;
    this.orders = orders;
    this.limits = limits;
    this.meters = meters;
  }

  @Override
  public RiskAssessed beforeHold(
      String orderId, OrderDraft draft, String paymentMethod, @Nullable String device) {
    var past = memory.past(draft.customerId(), device);
    var coupon = draft.coupon();
    var coupons =
        coupon == null ? RiskFacts.Coupons.NONE : memory.coupons(draft.customerId(), device);
    memory.remember(orderId, draft.customerId(), device, coupon == null ? null : coupon.code());
    return judge(
        new RiskFacts(
            RiskFacts.Stage.HOLD,
            draft.customerId(),
            null,
            paymentMethod,
            major(draft.price()),
            past.captured(),
            past.accountOrders(),
            past.deviceOrders(),
            past.deviceAccounts(),
            past.failedCards(),
            coupons,
            0,
            List.of()));
  }

  @Override
  public boolean handles(CheckoutCommand command) {
    return command instanceof ScreenCapture;
  }

  @Override
  public List<CheckoutSignal> execute(Request request) {
    var order = orders.find(request.orderId()).orElseThrow(ProblemException::notFound);
    return List.of(judge(facts(order)));
  }

  private RiskFacts facts(StoredOrder order) {
    String courier = order.courierId();
    return new RiskFacts(
        RiskFacts.Stage.CAPTURE,
        order.customerId(),
        courier,
        "",
        major(orders.content(order.id(), order.progress().revision()).price()),
        false,
        0,
        0,
        0,
        0,
        RiskFacts.Coupons.NONE,
        courier == null ? 0 : memory.ridesTogether(order.customerId(), courier),
        courier == null ? List.of() : memory.anomalies(courier, order.id(), order.createdAt()));
  }

  private RiskAssessed judge(RiskFacts facts) {
    var score = RiskScore.of(facts, limits);
    var signal = score.signal(limits);
    meters
        .counter(
            "order.risk.decisions",
            "stage",
            facts.stage().name().toLowerCase(Locale.ROOT),
            "decision",
            signal.decision().name().toLowerCase(Locale.ROOT))
        .increment();
    return signal;
  }

  private static long major(PriceBreakdown price) {
    int digits = Math.max(0, Currency.getInstance(price.currency()).getDefaultFractionDigits());
    return BigDecimal.valueOf(price.total(), digits)
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }
}
