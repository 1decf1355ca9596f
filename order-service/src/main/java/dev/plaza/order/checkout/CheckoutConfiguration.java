package dev.plaza.order.checkout;

import dev.plaza.order.saga.CheckoutSignal;
import dev.plaza.order.work.Traces;
import dev.plaza.platform.RepeatingJob;
import java.time.Duration;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The clockwork of the saga.
@Configuration(proxyBeanMethods = false)
class CheckoutConfiguration {

  private static final Log LOG = LogFactory.getLog(CheckoutConfiguration.class);
  private static final Duration SWEEP = Duration.ofMillis(250);
  private static final int TIMERS_PER_SWEEP_MAX = 100;

  /// Rings the alarms. Every instance does; the order's lock decides who was first.
  @Bean
  RepeatingJob checkoutAlarms(CheckoutTimers timers, CheckoutRunner checkouts, Traces traces) {
    return new RepeatingJob(
        "checkout-alarms",
        SWEEP,
        () -> {
          var due = timers.due(TIMERS_PER_SWEEP_MAX);
          due.forEach(
              it ->
                  traces.resume(
                      it.traceparent(), "order.alarm", () -> ring(it, timers, checkouts)));
          return due.size() == TIMERS_PER_SWEEP_MAX;
        });
  }

  private static void ring(
      CheckoutTimers.Alarm alarm, CheckoutTimers timers, CheckoutRunner checkouts) {
    var signal = new CheckoutSignal.TimerFired(alarm.timer().kind(), alarm.timer().due());
    try {
      checkouts.signal(alarm.orderId(), List.of(signal), () -> timers.take(alarm));
    } catch (RuntimeException e) {
      LOG.error("alarm of order " + alarm.orderId() + " failed, tried again later", e);
      timers.later(alarm);
    }
  }
}
