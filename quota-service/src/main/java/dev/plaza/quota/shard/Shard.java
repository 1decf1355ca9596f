package dev.plaza.quota.shard;

import dev.plaza.quota.log.LogEntry;
import dev.plaza.quota.log.LogReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One shard, owned under one epoch: the only writer of its log.
///
/// Life: get an epoch (and wait for the predecessor's lease to end, or take its
/// [dev.plaza.quota.log.OwnerLock]); [#open]; [#leaseUntil] at once and then again and again;
/// route commands here; [#close]. While the lease is over nothing is decided (`STALE_EPOCH`); an
/// owner that learns that its epoch is still the newest may extend it and go on. When there is a
/// newer epoch, close it and open a new one under a new epoch.
///
/// Every method may be called by any thread; none but [#open], [#close] and [#read] waits for
/// another. Unless `fsync` is on, [#submit] may decide and write on the caller's thread, also what
/// others have handed in. Answers arrive on any thread that does so: do not block there.
public final class Shard implements AutoCloseable {

  private final int shard;
  private final long epoch;
  private final ShardEnvironment around;
  private final Lease lease;
  private final ShardWriter writer;
  private final ShardThread thread;
  private final @Nullable LogReader reader;

  private Shard(int shard, long epoch, ShardEnvironment around, ShardSettings settings) {
    this.shard = shard;
    this.epoch = epoch;
    this.around = around;
    lease = new Lease(around.nanoTime());
    writer = new ShardWriter(shard, epoch, around, settings, lease);
    reader = writer.reader();
    thread = new ShardThread(shard, epoch, around, settings, writer);
  }

  /// Reads the newest snapshot and what the logs of all epochs hold behind it, seals the last one,
  /// and starts the writer.
  ///
  /// When an acknowledged record is damaged, the shard opens for reading only: it serves what lies
  /// before the damage, answers every command with `STORAGE`, and [#health] names file and place.
  ///
  /// @param epoch above every epoch this shard ever had
  /// @throws dev.plaza.quota.log.LogUnavailableException the place cannot be read or written
  /// @throws IllegalStateException this or a newer epoch has written before
  public static Shard open(
      int shard, long epoch, ShardEnvironment environment, ShardSettings settings) {
    var opened = new Shard(shard, epoch, environment, settings);
    opened.thread.start();
    return opened;
  }

  /// The shard of an offer and a person, among `shards`.
  public static int of(String offerId, String userId, int shards) {
    return Routing.shard(offerId, userId, shards);
  }

  /// Extends the lease: what is written before this moment of the monotonic clock counts. Until
  /// the first call nothing is acknowledged. A moment before the current one is ignored.
  ///
  /// Take the clock **before** asking for the extension, and add the term to that.
  public void leaseUntil(long nanoTime) {
    lease.extend(nanoTime);
  }

  /// Tells what time it is at the authority. Windows and holds go by that time, so that an offer
  /// ends on every shard at once although their clocks differ.
  ///
  /// @param uncertainty how far `now` may be off, for instance half of the round trip: the end of
  ///     an offer is brought forward by it
  public void authorityTime(Instant now, Duration uncertainty) {
    Duration ahead = Duration.between(around.clock().instant(), now);
    thread.correct(ahead.toMillis(), uncertainty.toMillis());
  }

  /// Decides commands, in order, and commits them together. The answers come in the same order,
  /// exactly one for each; the future never fails.
  public CompletableFuture<List<Answer>> submit(List<Command> commands) {
    var submission = new Submission(List.copyOf(commands));
    thread.submit(submission);
    return submission.future();
  }

  /// Tells that the rules of an offer changed in the [OfferBook]. Where they allow less than
  /// before, the shard gives back all idle rights at once. Completes when that is durable and
  /// reported, or with an exception when the authority could not be told (rights are idle no more
  /// all the same).
  public CompletableFuture<Void> refresh(String offerId) {
    return notice(offerId, Input.Notice.Kind.RULES);
  }

  /// Asks for all idle rights of an offer back, because another shard needs them; asks the
  /// authority as well for a lease whose answer was lost. Completes like [#refresh].
  public CompletableFuture<Void> recall(String offerId) {
    return notice(offerId, Input.Notice.Kind.RECALL);
  }

  /// Tells that the authority has rights of an offer again, or has no more and no shard does:
  /// whoever waits here for some asks at once instead of a little later.
  public CompletableFuture<Void> news(String offerId) {
    return notice(offerId, Input.Notice.Kind.NEWS);
  }

  private CompletableFuture<Void> notice(String offerId, Input.Notice.Kind kind) {
    var heard = new CompletableFuture<Void>();
    thread.put(new Input.Notice(offerId, kind, heard));
    return heard;
  }

  /// One offer on this shard; null when it was never asked for here.
  public CompletableFuture<@Nullable OfferView> offer(String offerId) {
    return look(it -> it.offer(offerId));
  }

  /// All offers of this shard.
  public CompletableFuture<List<OfferView>> offers() {
    return look(ShardCore::offers);
  }

  /// Units that a person has spent of an offer, open holds included. Exact at the shard that
  /// decides about them, see [#of].
  public CompletableFuture<Long> spent(String offerId, String userId) {
    return look(it -> it.spent(offerId, userId));
  }

  /// One GUID on this shard; null when unknown.
  public CompletableFuture<@Nullable RedemptionView> redemption(UUID guid) {
    return look(it -> it.redemption(guid));
  }

  private <T extends @Nullable Object> CompletableFuture<T> look(Function<ShardCore, T> what) {
    var seen = new CompletableFuture<T>();
    thread.put(new Input.Read(it -> seen.complete(what.apply(it))));
    return seen;
  }

  /// Records from a sequence number on (above what [#safe] was told), of all epochs, at most
  /// `max`, only those that count (at or below [#committedSeq]). Reads files on the caller's
  /// thread, one caller at a time.
  ///
  /// @throws dev.plaza.quota.log.CorruptLogException a record cannot be read any more
  public synchronized List<LogEntry> read(long fromSeq, int max) {
    return reader == null ? List.of() : reader.read(fromSeq, committedSeq(), max);
  }

  /// Tells that all records up to one are safe elsewhere: nobody will read them here any more, and
  /// the files may go once snapshots hold what they led to.
  public void safe(long seq) {
    writer.safe(seq);
  }

  /// The last record that counts; the first is 1, 0 means none (or not yet, before the first
  /// lease).
  public long committedSeq() {
    return writer.committedSeq();
  }

  /// Runs a task whenever `committedSeq` has grown, on the shard's thread: wakes a shipper. One
  /// listener.
  public void onCommit(Runnable listener) {
    thread.onCommit(listener);
  }

  public int number() {
    return shard;
  }

  public long epoch() {
    return epoch;
  }

  public ShardHealth health() {
    ShardThread.Totals totals = thread.totals();
    return new ShardHealth(
        shard,
        epoch,
        writer.committedSeq(),
        writer.writable(),
        lease.lost() || !lease.valid(),
        totals.offers(),
        totals.guids(),
        totals.parked(),
        thread.queued(),
        totals.flips(),
        totals.spent(),
        totals.slow(),
        totals.waited(),
        writer.logBytes(),
        writer.failure());
  }

  /// Stops taking commands, answers what waits, and closes the log. Gives nothing back: the next
  /// owner finds every right in the log. Its epoch may then be given to the next owner at once.
  @Override
  public void close() {
    thread.close();
    synchronized (this) {
      if (reader != null) {
        reader.close();
      }
    }
  }
}
