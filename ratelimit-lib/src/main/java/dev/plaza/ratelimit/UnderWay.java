package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Authority;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/// The questions to one authority in the order they were sent. All live equally long, so one timer
/// does for all of them: most are answered in a hundredth of the time, and a timer for each would
/// cost as much as the question.
final class UnderWay {

  private final Authority authority;
  private final Timing timing;
  private final long lifeNanos;
  private final ConcurrentLinkedQueue<Ask> asks = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean armed = new AtomicBoolean();

  UnderWay(Authority authority, Timing timing, long lifeNanos) {
    this.authority = authority;
    this.timing = timing;
    this.lifeNanos = lifeNanos;
  }

  void add(Ask ask) {
    asks.add(ask);
    arm();
  }

  private void arm() {
    var first = asks.peek();
    if (first != null && armed.compareAndSet(false, true)) {
      timing.after(first.sentAt() + lifeNanos - timing.nanos(), this::expire);
    }
  }

  /// Only ever one at a time, since only it arms the timer again. Whether the authority is to blame
  /// is known when its answers have been read once more.
  private void expire() {
    var now = timing.nanos();
    var expired = new ArrayList<Ask>();
    var first = asks.peek();
    while (first != null && (first.isEnded() || now - first.sentAt() - lifeNanos >= 0)) {
      asks.remove();
      if (!first.isEnded()) {
        expired.add(first);
      }
      first = asks.peek();
    }
    if (!expired.isEmpty()) {
      authority.afterAnswers(() -> expired.forEach(Ask::abandon));
    }
    armed.set(false);
    arm();
  }
}
