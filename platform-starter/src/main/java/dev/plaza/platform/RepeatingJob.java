package dev.plaza.platform;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;

/// Work that is done again and again by one virtual thread of this instance: when it is woken, at
/// the latest after `every`, at once while there is more, and never faster than `pause` while it
/// fails. Several instances run the same job; the work itself must bear that.
public final class RepeatingJob implements SmartLifecycle {

  private static final Log LOG = LogFactory.getLog(RepeatingJob.class);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration STOP_WAIT = Duration.ofSeconds(10);

  private final String name;
  private final Duration every;
  private final BooleanSupplier work;
  private final Semaphore wake = new Semaphore(0);
  private volatile boolean stopping;
  private volatile @Nullable Thread thread;

  /// @param work one bounded piece of work; true when more is waiting
  public RepeatingJob(String name, Duration every, BooleanSupplier work) {
    this.name = name;
    this.every = every;
    this.work = work;
  }

  /// There is work; a job that runs right now runs once more.
  public void wake() {
    wake.release();
  }

  @Override
  public void start() {
    stopping = false;
    thread = Thread.ofVirtual().name(name).start(this::run);
  }

  private void run() {
    try {
      while (!stopping) {
        wake.drainPermits();
        Duration pause = piece();
        if (!pause.isZero()) {
          wake.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// A failure is told and tried again: a job that died of one would do nothing, silently.
  private Duration piece() {
    try {
      return work.getAsBoolean() ? Duration.ZERO : every;
    } catch (RuntimeException e) {
      if (!stopping) {
        LOG.warn(name + " failed and goes on: " + NestedExceptionUtils.getMostSpecificCause(e));
        LOG.debug(name, e);
      }
      return every.compareTo(PAUSE_AFTER_FAILURE) < 0 ? PAUSE_AFTER_FAILURE : every;
    }
  }

  /// Lets the running piece end; whoever waits for work or for an answer is interrupted.
  @Override
  public void stop() {
    stopping = true;
    Thread running = thread;
    if (running == null) {
      return;
    }
    wake.release();
    try {
      if (!running.join(STOP_WAIT)) {
        running.interrupt();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    thread = null;
  }

  @Override
  public boolean isRunning() {
    return thread != null;
  }
}
