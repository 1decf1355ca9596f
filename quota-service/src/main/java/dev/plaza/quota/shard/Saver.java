package dev.plaza.quota.shard;

import dev.plaza.quota.log.ShardLog;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Takes a snapshot of the shard from time to time, and drops what of the log nobody needs any
/// more. What is to be saved is fixed on the shard's thread, without copying it; the files are
/// written beside it, one piece of work at a time.
final class Saver {

  private static final long AFTER_FAILURE_MILLIS = 10_000;

  private final ShardLog log;
  private final ShardSettings settings;
  private final Lease lease;
  private long prunedTo = -1;
  private long notBefore;

  private volatile boolean underWay;
  private volatile boolean stopped;
  private volatile boolean failed;
  private volatile long safeSeq;
  private volatile @Nullable String failure;

  Saver(ShardLog log, ShardSettings settings, Lease lease) {
    this.log = log;
    this.settings = settings;
    this.lease = lease;
  }

  /// Everything up to a record is safe elsewhere.
  void safe(long seq) {
    safeSeq = seq;
  }

  /// What is to be done now, on another thread. Called when all that the core knows is committed.
  @Nullable Runnable next(ShardCore core, Moment now) {
    if (underWay || stopped || now.mono() < notBefore) {
      return null;
    }
    if (failed) {
      failed = false;
      notBefore = now.mono() + AFTER_FAILURE_MILLIS;
      return null;
    }
    if (log.snapshotDue(settings.snapshotBytes())) {
      prunedTo = -1;
      return start(log.snapshot(core.image(), () -> !stopped));
    }
    if (prunedTo != safeSeq) {
      prunedTo = safeSeq;
      return log.prunable(prunedTo) ? start(log.prune(prunedTo, this::isOwner)) : null;
    }
    return null;
  }

  private boolean isOwner() {
    return !stopped && lease.valid();
  }

  private Runnable start(ShardLog.Task task) {
    underWay = true;
    return () -> {
      try {
        task.run();
        failure = null;
      } catch (IOException | RuntimeException broken) {
        failed = true;
        failure = broken.toString();
      } finally {
        underWay = false;
      }
    };
  }

  /// Ends what is under way as soon as it can.
  void stop() {
    stopped = true;
  }

  @Nullable String failure() {
    return failure;
  }
}
