package dev.plaza.quota.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The log of one shard under one epoch: one writer, groups of records.
///
/// [#append] numbers and encodes a record in memory; [#flush] writes the whole group with one
/// write. A record survives the process when `flush` has returned (and a loss of power with
/// `fsync`). When `flush` fails, the group is gone and its numbers are given out again; the next
/// `flush` begins a new segment, so nothing has to be cleaned up and nothing restarted once the
/// disk takes writes.
public final class ShardLog implements AutoCloseable {

  private static final int GROUP_BYTES = 1 << 14;

  private final Storage storage;
  private final int shard;
  private final long epoch;
  private final long segmentBytesMax;
  private final boolean fsync;
  private final Segments segments;
  private final long sealedEpoch;
  private final int sealedSegments;
  private final Snapshots snapshots;
  private final Map<Integer, String> offerIds;
  private final RecordCodec codec = new RecordCodec();

  private ByteBuffer group = ByteBuffer.allocate(GROUP_BYTES);
  private long writtenSeq;
  private long nextSeq;
  private Storage.@Nullable Appender segment;
  private long segmentBytes;
  private int segmentNumber;
  private long bytes;

  /// Bytes that a recovery would have to replay.
  private long tailBytes;

  /// Builds the state up from what is there and takes the log over: the first record of the new
  /// epoch is its seal.
  ///
  /// @param at time of the seal, epoch milliseconds
  /// @throws IllegalStateException when this or a newer epoch has written before
  public ShardLog(
      Storage storage, int shard, long epoch, Options options, long at, LogState state) {
    this.storage = storage;
    this.shard = shard;
    this.epoch = epoch;
    segmentBytesMax = options.segmentBytes();
    fsync = options.fsync();
    try {
      var recovery = new Recovery(storage, shard);
      if (recovery.lastEpoch() >= epoch) {
        throw new IllegalStateException(
            "shard %d was written by epoch %d already".formatted(shard, recovery.lastEpoch()));
      }
      recovery.replay(state);
      segments = recovery.segments();
      snapshots = recovery.snapshots();
      offerIds = new ConcurrentHashMap<>(recovery.offerIds());
      tailBytes = recovery.bytes();
      writtenSeq = recovery.lastSeq();
      nextSeq = writtenSeq + 1;
      sealedEpoch = recovery.sealedEpoch();
      sealedSegments = recovery.sealedSegments();
      append(LogRecord.seal(at, sealedEpoch, writtenSeq));
    } catch (IOException failure) {
      throw new LogUnavailableException("cannot read the log of shard " + shard, failure);
    }
    flush();
    try {
      snapshots.discardDrafts();
    } catch (IOException _) {
      // Nobody reads them; the next owner tries again.
    }
  }

  /// @param segmentBytes size at which the next segment is begun
  /// @param fsync whether a flushed group survives a loss of power
  public record Options(long segmentBytes, boolean fsync) {}

  /// Adds a record to the group; returns its sequence number.
  public long append(LogRecord record) {
    if (group.remaining() < RecordCodec.RECORD_BYTES_MAX + RecordCodec.FRAME_BYTES) {
      group = ByteBuffer.allocate(group.capacity() * 2).put(group.flip());
    }
    codec.write(group, record, nextSeq, nextSeq - writtenSeq - 1);
    remember(record);
    return nextSeq++;
  }

  private void remember(LogRecord record) {
    Ident offerId = record.subject();
    if (record.kind() == EntryKind.OFFER && offerId != null) {
      // Not "if absent": a discarded group may have named it otherwise.
      offerIds.put(record.offer(), offerId.toString());
    }
  }

  /// Writes the group.
  ///
  /// @throws LogUnavailableException nothing of it counts
  public void flush() {
    if (nextSeq == writtenSeq + 1) {
      return;
    }
    try {
      Storage.Appender into = segment == null ? begin() : segment;
      int size = group.flip().remaining();
      into.append(group);
      if (fsync) {
        into.force();
      }
      writtenSeq = nextSeq - 1;
      segmentBytes += size;
      bytes += size;
      tailBytes += size;
      group.clear();
      if (segmentBytes >= segmentBytesMax) {
        end();
      }
    } catch (IOException failure) {
      discard();
      end();
      throw new LogUnavailableException("cannot write the log of shard " + shard, failure);
    }
  }

  /// Drops what was appended since the last flush.
  public void discard() {
    group.clear();
    nextSeq = writtenSeq + 1;
  }

  private Storage.Appender begin() throws IOException {
    String name = Layout.segment(shard, epoch, ++segmentNumber);
    Storage.Appender created = storage.create(name);
    segment = created;
    segmentBytes = SegmentHeader.BYTES;
    created.append(
        new SegmentHeader(shard, epoch, writtenSeq + 1, sealedEpoch, sealedSegments).bytes());
    segments.add(new Segments.Segment(name, epoch, writtenSeq + 1));
    return created;
  }

  private void end() {
    Storage.Appender ended = segment;
    segment = null;
    if (ended != null) {
      try {
        ended.close();
      } catch (IOException _) {
        // All that counts was written before, and this file is not written again.
      }
    }
  }

  /// The last record that is written; the first is 1.
  public long writtenSeq() {
    return writtenSeq;
  }

  /// Bytes written under this epoch.
  public long bytes() {
    return bytes;
  }

  /// Builds a state up from what is written, as when it was opened: for one that went astray.
  public void replay(LogState state) {
    try (var reader = reader()) {
      Snapshot snapshot = snapshots.find(segments);
      if (snapshot != null) {
        try (var input = snapshot.open(storage, offerIds)) {
          state.restore(input);
        }
      }
      reader.replay(snapshot == null ? 1 : snapshot.seq() + 1, writtenSeq, state::apply);
    } catch (IOException failure) {
      throw new LogUnavailableException("cannot read the log of shard " + shard, failure);
    }
  }

  /// Whether a recovery would have to replay too much: more than `bytesMax`, and than half of what
  /// a snapshot takes. So what snapshots cost stays in proportion to what is written. At once where
  /// a damaged one has to be replaced.
  public boolean snapshotDue(long bytesMax) {
    Snapshot newest = snapshots.newest();
    if (newest == null) {
      return tailBytes >= bytesMax;
    }
    return tailBytes >= Math.max(bytesMax, newest.bytes() / 2)
        || (writtenSeq > newest.seq() && snapshots.lacksSecond(segments));
  }

  /// Prepares a snapshot of the state after [#writtenSeq]. It is written when the task runs, on any
  /// thread, beside the log's own work.
  ///
  /// @param goOn asked again and again while it is written
  public Task snapshot(FrozenState state, BooleanSupplier goOn) {
    var draft = new Snapshot(Layout.snapshot(shard, writtenSeq), writtenSeq, epoch, 0);
    tailBytes = 0;
    return () -> snapshots.save(draft, segments, new Snapshots.Content(offerIds, state, goOn));
  }

  /// Whether there are files that neither a recovery nor anybody else needs.
  ///
  /// @param safeSeq everything up to here is safe elsewhere
  public boolean prunable(long safeSeq) {
    return snapshots.prunable(segments, safeSeq);
  }

  /// Deletes what is superfluous, for as long as `mayDelete` says that this is still the owner. On
  /// any thread, one at a time with [#snapshot].
  public Task prune(long safeSeq, BooleanSupplier mayDelete) {
    return () -> snapshots.prune(segments, safeSeq, mayDelete);
  }

  /// Work on the files of a log beside its writer.
  public interface Task {
    void run() throws IOException;
  }

  /// A reader of all records of the shard, for one thread at a time.
  public LogReader reader() {
    return new LogReader(storage, shard, segments, offerIds);
  }

  @Override
  public void close() {
    discard();
    end();
  }
}
