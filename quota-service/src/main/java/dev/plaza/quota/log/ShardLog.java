package dev.plaza.quota.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
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
  private final Map<Integer, String> offerIds = new ConcurrentHashMap<>();
  private final RecordCodec codec = new RecordCodec();

  private ByteBuffer group = ByteBuffer.allocate(GROUP_BYTES);
  private long writtenSeq;
  private long nextSeq;
  private Storage.@Nullable Appender segment;
  private long segmentBytes;
  private int segmentNumber;
  private long bytes;

  /// Replays what is there and takes the log over: the first record of the new epoch is its seal.
  ///
  /// @param at time of the seal, epoch milliseconds
  /// @throws IllegalStateException when this or a newer epoch has written before
  public ShardLog(
      Storage storage,
      int shard,
      long epoch,
      Options options,
      long at,
      Consumer<LogRecord> replay) {
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
      recovery.replay(
          it -> {
            remember(it);
            replay.accept(it);
          });
      segments = recovery.segments();
      writtenSeq = recovery.lastSeq();
      nextSeq = writtenSeq + 1;
      sealedEpoch = recovery.sealedEpoch();
      sealedSegments = recovery.sealedSegments();
      append(LogRecord.seal(at, sealedEpoch, writtenSeq));
    } catch (IOException failure) {
      throw new LogUnavailableException("cannot read the log of shard " + shard, failure);
    }
    flush();
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

  /// Replays all that is written, as when it was opened: for a state that went astray.
  public void replay(Consumer<LogRecord> consumer) {
    try (var reader = reader()) {
      reader.replay(writtenSeq, consumer);
    }
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
