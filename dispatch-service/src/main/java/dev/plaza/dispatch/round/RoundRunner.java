package dev.plaza.dispatch.round;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Runs the rounds. An advisory lock makes one of all instances the leader of a round; if it dies
/// in the middle, its transaction is gone with it and the next round begins from the same state.
@Component
class RoundRunner {

  /// Any number that nobody else uses in this database.
  private static final long ROUND_LOCK = 0x706c617a61_01L;

  private final DispatchRound round;
  private final GivingUp givingUp;
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final Timer duration;
  private final MeterRegistry meters;
  private final AtomicInteger open = new AtomicInteger();
  private volatile double shortage;

  RoundRunner(
      DispatchRound round,
      GivingUp givingUp,
      JdbcClient jdbc,
      TransactionTemplate transaction,
      MeterRegistry meters) {
    this.round = round;
    this.givingUp = givingUp;
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.meters = meters;
    this.duration = meters.timer("dispatch.round.duration");
    meters.gauge("dispatch.jobs.open", open);
    meters.gauge("dispatch.shortage", this, it -> it.shortage);
  }

  boolean run() {
    var sample = Timer.start();
    transaction.executeWithoutResult(_ -> lead());
    givingUp.run();
    sample.stop(duration);
    return false;
  }

  private void lead() {
    if (!jdbc.sql("SELECT pg_try_advisory_xact_lock(:key)")
        .param("key", ROUND_LOCK)
        .query(Boolean.class)
        .single()) {
      return;
    }
    var outcome = round.run();
    open.set(outcome.open());
    shortage = outcome.shortage();
    meters.counter("dispatch.offers.made").increment(outcome.offered());
  }
}
