package dev.plaza.notify.accept;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.NestedExceptionUtils;

/// Does together what is asked for at the same moment. Nobody waits for company: whoever finds a
/// free place leads, takes along all that wait, and the next batch gathers meanwhile. So alone it
/// costs what one costs, and under load a share of it.
final class GroupCommit<T, R> {

  private static final Log LOG = LogFactory.getLog(GroupCommit.class);
  private static final int BATCH_MAX = 64;

  /// While one batch waits for the disk, the next is on its way.
  private static final int LEADERS_MAX = 2;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Function<List<T>, List<Optional<R>>> work;
  private final Semaphore leading = new Semaphore(LEADERS_MAX, true);
  private final Queue<Waiting<T, R>> queue = new ConcurrentLinkedQueue<>();

  /// @param work answers in the order of what it was given; all or nothing is done when it throws
  GroupCommit(Function<List<T>, List<Optional<R>>> work) {
    this.work = work;
  }

  private static final class Waiting<T, R> {
    private final T what;
    private final CompletableFuture<Optional<R>> answer = new CompletableFuture<>();
    private volatile boolean taken;

    Waiting(T what) {
      this.what = what;
    }
  }

  /// @return empty when it was not done in company, for whatever reason
  Optional<R> add(T what) {
    var mine = new Waiting<T, R>(what);
    queue.add(mine);
    try {
      if (!leading.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw late();
      }
      try {
        while (!mine.taken) {
          lead();
        }
      } finally {
        leading.release();
      }
      return mine.answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw late();
    } catch (TimeoutException _) {
      throw late();
    } catch (ExecutionException e) {
      throw new IllegalStateException("answers are never failures", e);
    }
  }

  private void lead() {
    var batch = new ArrayList<Waiting<T, R>>();
    for (var it = queue.poll(); it != null; it = batch.size() < BATCH_MAX ? queue.poll() : null) {
      it.taken = true;
      batch.add(it);
    }
    if (batch.isEmpty()) {
      return;
    }
    List<Optional<R>> answers = List.of();
    try {
      answers = work.apply(batch.stream().map(it -> it.what).toList());
    } catch (RuntimeException e) {
      LOG.warn(batch.size() + " go on alone: " + NestedExceptionUtils.getMostSpecificCause(e));
    } finally {
      for (int i = 0; i < batch.size(); i++) {
        batch.get(i).answer.complete(i < answers.size() ? answers.get(i) : Optional.empty());
      }
    }
  }

  /// It may still be done: the same key finds out.
  private static ProblemException late() {
    return new ProblemException(
            CommonProblem.UNAVAILABLE, "Too busy; ask again with the same Idempotency-Key.")
        .retryAfter(Duration.ofSeconds(1));
  }
}
