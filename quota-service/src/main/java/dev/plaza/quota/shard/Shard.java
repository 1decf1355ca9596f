package dev.plaza.quota.shard;

import dev.plaza.quota.log.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// One shard, owned under one epoch: the only writer of its log.
///
/// Life: get an epoch (and wait for the predecessor's lease to end, or take its
/// [dev.plaza.quota.log.OwnerLock]); [#open]; [#leaseUntil] at once and then again and again; route
/// commands here; [#close]. After `STALE_EPOCH` close it and open a new one under a new epoch.
///
/// Every method may be called by any thread; none but [#open], [#close] and [#read] blocks. Answers
/// arrive on the shard's thread: do not block there.
@SuppressWarnings("DoNotCallSuggester")
public final class Shard implements AutoCloseable {

  private Shard() {}

  /// Reads the logs of all earlier epochs, seals the last one, and starts the writer.
  ///
  /// @param epoch above every epoch this shard ever had
  /// @throws dev.plaza.quota.log.CorruptLogException an acknowledged record is damaged
  /// @throws dev.plaza.quota.log.LogUnavailableException the place cannot be read or written
  public static Shard open(
      int shard, long epoch, ShardEnvironment environment, ShardSettings settings) {
    throw new UnsupportedOperationException();
  }

  /// The shard of an offer and a person, among `shards`.
  public static int of(String offerId, String userId, int shards) {
    throw new UnsupportedOperationException();
  }

  /// Extends the lease: what is written before this moment of the monotonic clock counts. Until the
  /// first call nothing is acknowledged. A moment before the current one is ignored.
  public void leaseUntil(long nanoTime) {
    throw new UnsupportedOperationException();
  }

  /// Tells what time it is at the authority. Windows and holds go by that time, so that an offer ends
  /// on every shard at once although their clocks differ.
  ///
  /// @param uncertainty how far `now` may be off, for instance half of the round trip: the end of an
  ///     offer is brought forward by it
  public void authorityTime(Instant now, Duration uncertainty) {
    throw new UnsupportedOperationException();
  }

  /// Decides commands, in order, and commits them together. The answers come in the same order,
  /// exactly one for each; the future never fails.
  public CompletableFuture<List<Answer>> submit(List<Command> commands) {
    throw new UnsupportedOperationException();
  }

  /// Tells that the rules of an offer changed in the [OfferBook]. Where they allow less than before,
  /// the shard gives back all idle rights at once. Completes when that is durable and reported, or
  /// with an exception when the authority could not be told (rights are idle no more all the same).
  public CompletableFuture<Void> refresh(String offerId) {
    throw new UnsupportedOperationException();
  }

  /// Asks for all idle rights of an offer back, because another shard needs them; asks the authority
  /// as well for a lease whose answer was lost. Completes like [#refresh].
  public CompletableFuture<Void> recall(String offerId) {
    throw new UnsupportedOperationException();
  }

  /// One offer on this shard; null when it was never asked for here.
  public CompletableFuture<@Nullable OfferView> offer(String offerId) {
    throw new UnsupportedOperationException();
  }

  /// All offers of this shard.
  public CompletableFuture<List<OfferView>> offers() {
    throw new UnsupportedOperationException();
  }

  /// One GUID on this shard; null when unknown.
  public CompletableFuture<@Nullable RedemptionView> redemption(UUID guid) {
    throw new UnsupportedOperationException();
  }

  /// Records from a sequence number on, of all epochs, at most `max`, only those that count
  /// (at or below [#committedSeq]). Reads files on the caller's thread; for one caller at a time.
  public List<LogEntry> read(long fromSeq, int max) {
    throw new UnsupportedOperationException();
  }

  /// The last record that counts; the first is 1, 0 means none.
  public long committedSeq() {
    throw new UnsupportedOperationException();
  }

  /// Runs a task (soon) whenever `committedSeq` has grown: wakes a shipper. One listener.
  public void onCommit(Runnable listener) {
    throw new UnsupportedOperationException();
  }

  public ShardHealth health() {
    throw new UnsupportedOperationException();
  }

  /// Stops taking commands, answers what waits, and closes the log. Gives nothing back: the next
  /// owner finds every right in the log. Its epoch may then be given to the next owner at once.
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
