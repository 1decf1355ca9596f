package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Authority;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stops asking an authority that does not answer. Opens after some questions in a row that failed
/// or were not answered in their life, which is far longer than any request waits: slow is not
/// absent. Then one probe at a time asks on its own, so that no request ever waits for an authority
/// that is known to be away.
final class Breaker {

  private static final Logger log = LoggerFactory.getLogger(Breaker.class);

  enum State {
    CLOSED,
    OPEN,
    HALF_OPEN
  }

  private final Authority authority;
  private final Timing timing;
  private final int failuresMax;
  private final long probeEveryNanos;
  private final long patienceNanos;
  private final Runnable onRecovery;
  private volatile State state = State.CLOSED;
  private int failures;
  private int outages;

  /// @param patienceNanos an answer that takes longer is none
  /// @param onRecovery called when the authority answers again
  Breaker(
      Authority authority,
      Timing timing,
      LimiterSettings settings,
      long patienceNanos,
      Runnable onRecovery) {
    this.authority = authority;
    this.timing = timing;
    this.failuresMax = settings.failuresMax();
    this.probeEveryNanos = settings.probeEvery().toNanos();
    this.patienceNanos = patienceNanos;
    this.onRecovery = onRecovery;
  }

  boolean closed() {
    return state == State.CLOSED;
  }

  State state() {
    return state;
  }

  synchronized int outages() {
    return outages;
  }

  synchronized void answered() {
    failures = 0;
  }

  synchronized void failed() {
    failures++;
    if (state == State.CLOSED && failures >= failuresMax) {
      open();
      outages++;
      log.warn(
          "The authority of the limits left {} questions unanswered: going on alone", failures);
    }
  }

  private void open() {
    state = State.OPEN;
    timing.after(probeEveryNanos, this::probe);
  }

  private void probe() {
    state = State.HALF_OPEN;
    var probe = new Probe();
    timing.after(patienceNanos, () -> authority.afterAnswers(() -> probe.end(false)));
    try {
      var _ = authority.ask(List.of()).whenComplete((_, failure) -> probe.end(failure == null));
    } catch (RuntimeException _) {
      probe.end(false);
    }
  }

  /// Ends once: with its answer, or with its patience.
  private final class Probe {
    private boolean ended;

    void end(boolean answered) {
      synchronized (Breaker.this) {
        if (ended) {
          return;
        }
        ended = true;
        if (!answered) {
          open();
          return;
        }
        failures = 0;
        state = State.CLOSED;
      }
      log.info("The authority of the limits answers again");
      onRecovery.run();
    }
  }
}
