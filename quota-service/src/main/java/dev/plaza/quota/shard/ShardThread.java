package dev.plaza.quota.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Takes what has queued up, has it decided and written; one thread at a time, whoever has the
/// turn. While it writes, the next batch gathers; so batches grow with the load.
///
/// Whoever hands something in while nobody is at work takes the turn himself: a batch of commands
/// for sixteen shards then is sixteen short pieces of work, not sixteen threads to be woken and one
/// to be woken by them. The shard's own thread does what has its time, and the rest of what comes
/// in faster than others take their turns. Where a write waits for the disk (`fsync`) it does all
/// of it, so that the disk works for many shards at once.
final class ShardThread {

  private static final long BUSY_TICK_MILLIS = 5;
  private static final long IDLE_TICK_MILLIS = 100;
  private static final long TOTALS_EVERY_MILLIS = 1_000;

  /// How many rounds somebody who hands something in does for others.
  private static final int TURNS_MAX = 4;

  private final long epoch;
  private final int shard;
  private final ShardEnvironment around;
  private final ShardSettings settings;
  private final ShardWriter writer;
  private final ConcurrentLinkedQueue<Input> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger queued = new AtomicInteger();
  private final ReentrantLock turn = new ReentrantLock();
  private final Thread thread;
  private @Nullable Thread files;
  private Moment last = new Moment(0, 0, 0);
  private long tickedAt;
  private long totalsAt;

  private volatile boolean asleep;

  /// It sleeps the long time, for nothing has to be looked after soon.
  private volatile boolean resting;
  private volatile boolean closing;
  private volatile boolean closed;
  private volatile Correction correction = new Correction(0, 0);
  private volatile Totals totals = new Totals(0, 0, 0, 0, 0, 0, 0);
  private volatile Runnable listener = () -> {};

  /// How far the wall clock is behind the authority's, and how sure that is.
  private record Correction(long aheadMillis, long guardMillis) {}

  /// Figures of the shard, at most a second old.
  record Totals(
      int offers, int guids, int parked, long flips, long spent, long slow, long waited) {}

  ShardThread(
      int shard, long epoch, ShardEnvironment around, ShardSettings settings, ShardWriter writer) {
    this.shard = shard;
    this.epoch = epoch;
    this.around = around;
    this.settings = settings;
    this.writer = writer;
    thread = Thread.ofPlatform().name("quota-shard-" + shard).daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void submit(Submission submission) {
    int size = submission.commands().size();
    if (queued.addAndGet(size) > settings.queueMax()) {
      queued.addAndGet(-size);
      submission.fail(Trouble.OVERLOADED);
    } else {
      put(new Input.Commands(submission));
    }
  }

  void put(Input input) {
    queue.add(input);
    if (!settings.fsync()) {
      takeTurns();
    }
    if (asleep && !queue.isEmpty() && !turn.isLocked()) {
      LockSupport.unpark(thread);
    }
    if (closed) {
      turnAwayRest();
    }
  }

  /// Nothing is left lying: who fails to get the turn has queued his input before, and who has it
  /// looks at the queue after he gave it back.
  private void takeTurns() {
    for (int turns = 0; turns < TURNS_MAX && !queue.isEmpty(); turns++) {
      if (!mayWrite() || !turn.tryLock()) {
        return;
      }
      try {
        List<Input> batch = closed ? List.of() : drain(settings.batchMax());
        if (batch.isEmpty()) {
          return;
        }
        round(batch, moment(), false);
        if (resting && writer.busy()) {
          LockSupport.unpark(thread);
        }
      } finally {
        turn.unlock();
      }
    }
  }

  /// Not within a round, whose answers may lead to new commands; nor a thread that was interrupted:
  /// its write would close the file.
  private boolean mayWrite() {
    return !turn.isHeldByCurrentThread() && !Thread.currentThread().isInterrupted();
  }

  /// Whoever puts something after `closed` was set finds it set; whatever was put before is found
  /// here.
  private synchronized void turnAwayRest() {
    writer.close(drain(Integer.MAX_VALUE));
  }

  private void run() {
    while (!closing) {
      long rest;
      turn.lock();
      try {
        rest = turn();
      } finally {
        turn.unlock();
      }
      if (rest > 0) {
        sleep(rest);
      }
    }
    turn.lock();
    try {
      closed = true;
      turnAwayRest();
    } finally {
      turn.unlock();
    }
  }

  /// @return milliseconds to sleep if nothing comes; 0 when something was done
  private long turn() {
    List<Input> batch = drain(settings.batchMax());
    Moment now = moment();
    long tick = writer.busy() ? BUSY_TICK_MILLIS : IDLE_TICK_MILLIS;
    boolean upkeep = now.mono() - tickedAt >= tick;
    if (batch.isEmpty() && !upkeep) {
      // With the turn, so that whoever has it next and leaves work behind sees it.
      resting = tick == IDLE_TICK_MILLIS;
      return tick;
    }
    tickedAt = upkeep ? now.mono() : tickedAt;
    round(batch, now, upkeep);
    return 0;
  }

  private void round(List<Input> batch, Moment now, boolean upkeep) {
    long before = writer.committedSeq();
    RightsDesk.Exchange next = writer.round(batch, now, upkeep);
    if (next != null) {
      Thread.ofVirtual().name("quota-rights-" + shard).start(() -> exchange(next));
    }
    Runnable task = writer.nextTask();
    if (task != null) {
      files = Thread.ofPlatform().name("quota-files-" + shard).daemon().start(task);
    }
    if (writer.committedSeq() > before) {
      listener.run();
    }
    if (upkeep && now.mono() - totalsAt >= TOTALS_EVERY_MILLIS) {
      totalsAt = now.mono();
      totals = count();
    }
  }

  private void exchange(RightsDesk.Exchange exchange) {
    try {
      List<Grant> grants = around.authority().exchange(shard, epoch, exchange.reports);
      put(new Input.Reply(exchange, grants, null));
    } catch (RuntimeException failure) {
      put(new Input.Reply(exchange, null, failure));
    } catch (Error broken) {
      put(new Input.Reply(exchange, null, new IllegalStateException(broken)));
      throw broken;
    }
  }

  private List<Input> drain(int commandsMax) {
    var batch = new ArrayList<Input>();
    int commands = 0;
    while (commands < commandsMax) {
      Input input = queue.poll();
      if (input == null) {
        break;
      }
      batch.add(input);
      commands += input instanceof Input.Commands it ? it.submission().commands().size() : 1;
      if (input instanceof Input.Commands it) {
        queued.addAndGet(-it.submission().commands().size());
      }
    }
    return batch;
  }

  private void sleep(long millis) {
    asleep = true;
    if (queue.isEmpty() && !closing) {
      LockSupport.parkNanos(this, millis * 1_000_000);
    }
    asleep = false;
    resting = false;
  }

  private Moment moment() {
    Correction by = correction;
    long wall = Math.max(last.wall(), around.clock().millis() + by.aheadMillis);
    last = new Moment(wall, around.nanoTime().getAsLong() / 1_000_000, by.guardMillis);
    return last;
  }

  void correct(long aheadMillis, long guardMillis) {
    correction = new Correction(aheadMillis, guardMillis);
  }

  void onCommit(Runnable task) {
    listener = task;
  }

  private Totals count() {
    ShardCore core = writer.core();
    long flips = 0;
    long spent = 0;
    long slow = 0;
    long waited = 0;
    for (Offer it : core.ledger().offers()) {
      flips += it.label.flips();
      spent += it.spentCount;
      slow += it.slowCount;
      waited += it.waitedCount;
    }
    return new Totals(
        core.ledger().offers().size(),
        core.ledger().guids.size(),
        core.parked(),
        flips,
        spent,
        slow,
        waited);
  }

  Totals totals() {
    return totals;
  }

  int queued() {
    return queued.get();
  }

  void close() {
    closing = true;
    LockSupport.unpark(thread);
    writer.stopTask();
    try {
      thread.join();
      if (files != null) {
        files.join();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
