package dev.plaza.quota.shard;

import dev.plaza.quota.log.CorruptLogException;
import dev.plaza.quota.log.EntryKind;
import dev.plaza.quota.log.LogReader;
import dev.plaza.quota.log.LogRecord;
import dev.plaza.quota.log.LogUnavailableException;
import dev.plaza.quota.log.ShardLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Turns inputs into a log: decides a batch, writes it with one write, checks that the lease is
/// still valid **after** the write, and only then lets the answers go. The next owner starts
/// after the lease's end, so it finds every record that was acknowledged; whatever is written
/// later is never acknowledged, and is not read because the next owner's first segment begins
/// before it.
///
/// Not thread-safe: one thread, or the simulator.
final class ShardWriter {

  private static final long PROBE_EVERY_MILLIS = 200;

  private final int shard;
  private final ShardSettings settings;
  private final ShardEnvironment around;
  private final Lease lease;
  private final List<Consumer<ShardCore>> reads = new ArrayList<>();
  private final @Nullable ShardLog log;
  private final @Nullable Saver saver;
  private ShardCore core;
  private long probedAt;
  private @Nullable Runnable task;

  /// Whether the core is not what the log says; then nobody may see it.
  private boolean astray;

  private volatile long committedSeq;
  private volatile boolean writable;
  private volatile @Nullable String failure;

  /// Reads and seals what is there. A damaged log is kept readable: what lies before the damage is
  /// served, nothing is written.
  ShardWriter(int shard, long epoch, ShardEnvironment around, ShardSettings settings, Lease lease) {
    this.shard = shard;
    this.settings = settings;
    this.around = around;
    this.lease = lease;
    around.guids().releaseAll(shard);
    core = newCore();
    ShardLog opened = null;
    try {
      var options = new ShardLog.Options(settings.segmentBytes(), settings.fsync());
      long at = around.clock().millis();
      opened = new ShardLog(around.storage(), shard, epoch, options, at, core);
      core.replayed(new Moment(at, around.nanoTime().getAsLong() / 1_000_000, 0));
      writable = true;
    } catch (CorruptLogException damage) {
      failure = damage.getMessage();
    }
    log = opened;
    saver = opened == null ? null : new Saver(opened, settings, lease);
  }

  private ShardCore newCore() {
    return new ShardCore(shard, settings, around, it -> Objects.requireNonNull(log).append(it));
  }

  /// Decides a batch and commits it; returns the exchange to be made next, if any.
  RightsDesk.@Nullable Exchange round(List<Input> batch, Moment now, boolean upkeep) {
    RightsDesk.Exchange next = null;
    core.begin(now);
    Trouble trouble = trouble(now);
    if (trouble != null) {
      batch.forEach(it -> turnAway(it, trouble));
      core.fail(trouble, true);
    } else {
      next = decide(batch, now, upkeep);
    }
    if (!astray) {
      reads.forEach(it -> it.accept(core));
      reads.clear();
    }
    return next;
  }

  private RightsDesk.@Nullable Exchange decide(List<Input> batch, Moment now, boolean upkeep) {
    try {
      if (upkeep) {
        core.upkeep();
      }
      batch.forEach(this::take);
      return commit(now, upkeep);
    } catch (RuntimeException | Error broken) {
      // The disk, or a fault of ours: either way nothing of this batch counts.
      failure = broken + ": " + broken.getCause();
      writable = false;
      probedAt = now.mono();
      core.fail(Trouble.STORAGE, true);
      batch.forEach(ShardWriter::failRest);
      rebuild(Objects.requireNonNull(log), now);
      return null;
    }
  }

  private static void failRest(Input input) {
    if (input instanceof Input.Commands it) {
      it.submission().fail(Trouble.STORAGE);
    }
  }

  private @Nullable Trouble trouble(Moment now) {
    if (!lease.valid()) {
      return Trouble.STALE_EPOCH;
    }
    if (log == null || (!writable && !probe(log, now))) {
      return Trouble.STORAGE;
    }
    return null;
  }

  private boolean probe(ShardLog log, Moment now) {
    if (now.mono() - probedAt < PROBE_EVERY_MILLIS) {
      return false;
    }
    probedAt = now.mono();
    if (astray) {
      rebuild(log, now);
    }
    if (astray) {
      return false;
    }
    try {
      log.append(LogRecord.ofOffer(EntryKind.PROBE, now.wall(), -1, 0, 0, 0));
      log.flush();
      writable = true;
      failure = null;
      return true;
    } catch (LogUnavailableException again) {
      failure = again + ": " + again.getCause();
      return false;
    }
  }

  private void take(Input input) {
    switch (input) {
      case Input.Commands it -> core.submit(it.submission());
      case Input.Notice it -> notice(it);
      case Input.Reply it -> reply(it);
      case Input.Read it -> reads.add(it.reader());
    }
  }

  private void notice(Input.Notice it) {
    switch (it.kind()) {
      case RULES -> core.refresh(it.offerId(), it.heard());
      case RECALL -> core.recall(it.offerId(), it.heard());
      case NEWS -> core.news(it.offerId(), it.heard());
    }
  }

  private void reply(Input.Reply it) {
    if (it.grants() != null) {
      core.answered(it.exchange(), it.grants());
    } else {
      unanswered(it);
    }
  }

  private void unanswered(Input.Reply it) {
    RuntimeException reason =
        it.failure() == null ? new IllegalStateException("no answer taken") : it.failure();
    if (reason instanceof Authority.StaleEpochException) {
      lease.lose();
    }
    core.unanswered(it.exchange(), reason);
  }

  private void turnAway(Input input, Trouble trouble) {
    switch (input) {
      case Input.Commands it -> it.submission().fail(trouble);
      case Input.Notice it ->
          it.heard().completeExceptionally(new IllegalStateException(trouble.name()));
      case Input.Reply it -> unanswered(it);
      case Input.Read it -> reads.add(it.reader());
    }
  }

  private RightsDesk.@Nullable Exchange commit(Moment now, boolean upkeep) {
    ShardLog into = Objects.requireNonNull(log);
    into.flush();
    if (!lease.valid()) {
      core.fail(Trouble.STALE_EPOCH, true);
      return null;
    }
    committedSeq = into.writtenSeq();
    core.release();
    if (upkeep && saver != null) {
      // Only here is it certain that a later owner finds everything that the core knows.
      task = saver.next(core, now);
    }
    return core.nextExchange(committedSeq);
  }

  /// The state ran ahead of the log: builds it anew from what is written. When not even that can
  /// be read, it is tried again before the next batch.
  private void rebuild(ShardLog from, Moment now) {
    astray = true;
    from.discard();
    around.guids().releaseAll(shard);
    core = newCore();
    core.begin(now);
    try {
      from.replay(core);
      core.replayed(now);
      astray = false;
    } catch (CorruptLogException | LogUnavailableException unreadable) {
      failure = unreadable + ": " + unreadable.getCause();
    }
  }

  /// Work on the log's files that is due, for another thread; null when there is none.
  @Nullable Runnable nextTask() {
    Runnable due = task;
    task = null;
    return due;
  }

  /// Everything up to a record is safe elsewhere. Any thread.
  void safe(long seq) {
    if (saver != null) {
      saver.safe(seq);
    }
  }

  /// Ends the task that is under way.
  void stopTask() {
    if (saver != null) {
      saver.stop();
    }
  }

  /// The log can take no more orders: answers whoever waits, closes the log.
  void close(List<Input> rest) {
    rest.forEach(it -> turnAway(it, Trouble.STALE_EPOCH));
    core.fail(Trouble.STALE_EPOCH, true);
    reads.forEach(it -> it.accept(core));
    if (log != null) {
      log.close();
    }
  }

  @Nullable LogReader reader() {
    return log == null ? null : log.reader();
  }

  boolean busy() {
    return core.busy();
  }

  ShardCore core() {
    return core;
  }

  long committedSeq() {
    return committedSeq;
  }

  boolean writable() {
    return writable;
  }

  @Nullable String failure() {
    return failure != null || saver == null ? failure : saver.failure();
  }

  long logBytes() {
    return log == null ? 0 : log.bytes();
  }
}
