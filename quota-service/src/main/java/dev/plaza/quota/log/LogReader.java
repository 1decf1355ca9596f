package dev.plaza.quota.log;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads the records of a shard, of all epochs, in order. Reading on where the last read ended is
/// cheap; a jump scans one segment.
public final class LogReader implements AutoCloseable {

  private final Storage storage;
  private final int shard;
  private final Segments segments;
  private final Map<Integer, String> offerIds;
  private @Nullable SegmentScan scan;
  private Segments.@Nullable Segment scanned;

  LogReader(Storage storage, int shard, Segments segments, Map<Integer, String> offerIds) {
    this.storage = storage;
    this.shard = shard;
    this.segments = segments;
    this.offerIds = offerIds;
  }

  /// Reads a shard's log without owning it, from the first record that is still there: for checks
  /// and repairs. Damage is an exception, after all records before it were handed over.
  public static void readAll(Storage storage, int shard, Consumer<LogEntry> consumer) {
    try {
      var recovery = new Recovery(storage, shard);
      Map<Integer, String> offerIds = recovery.offerIds();
      try (var reader = new LogReader(storage, shard, recovery.segments(), offerIds)) {
        recovery.replayAll(
            it -> {
              long seq = recovery.lastSeq();
              Segments.Segment segment = recovery.segments().holding(seq);
              consumer.accept(reader.entry(it, segment == null ? 0 : segment.epoch(), seq));
            });
      }
    } catch (IOException failure) {
      throw new LogUnavailableException("cannot read the log of shard " + shard, failure);
    }
  }

  /// Hands over the records `fromSeq` to `lastSeq`.
  void replay(long fromSeq, long lastSeq, Consumer<LogRecord> consumer) {
    for (long seq = fromSeq; seq <= lastSeq; seq++) {
      consumer.accept(at(seq).read());
    }
  }

  /// Records from a number on, up to and including `lastSeq`, at most `max`.
  public List<LogEntry> read(long fromSeq, long lastSeq, int max) {
    var entries = new ArrayList<LogEntry>();
    for (long seq = fromSeq; seq <= lastSeq && entries.size() < max; seq++) {
      LogRecord record = at(seq).read();
      entries.add(entry(record, scanned == null ? 0 : scanned.epoch(), seq));
    }
    return entries;
  }

  /// The scan, standing at a record.
  private SegmentScan at(long seq) {
    Segments.Segment segment = segments.holding(seq);
    if (segment == null) {
      throw new CorruptLogException("shard %d has no record %d".formatted(shard, seq));
    }
    try {
      SegmentScan open = scan;
      if (open == null || !segment.equals(scanned) || open.nextSeq() > seq) {
        close();
        open = new SegmentScan(storage.open(segment.name()), segment.firstSeq());
        scan = open;
        scanned = segment;
      }
      while (open.nextSeq() < seq && open.next()) {
        open.skip();
      }
      if (open.next()) {
        return open;
      }
    } catch (IOException failure) {
      close();
      throw new LogUnavailableException("cannot read the log of shard " + shard, failure);
    }
    close();
    throw new CorruptLogException("%s: record %d cannot be read".formatted(segment.name(), seq));
  }

  private LogEntry entry(LogRecord it, long epoch, long seq) {
    boolean named = it.guidHi() != 0 || it.guidLo() != 0;
    boolean rules = it.kind() == EntryKind.OFFER;
    return new LogEntry(
        shard,
        epoch,
        seq,
        Instant.ofEpochMilli(it.at()),
        it.kind(),
        named ? it.guid() : null,
        offerIds.get(it.offer()),
        rules || it.subject() == null ? null : it.subject().toString(),
        it.order() == null ? null : it.order().toString(),
        it.units(),
        it.amount(),
        it.flags(),
        it.value(),
        it.value2(),
        it.text());
  }

  @Override
  public void close() {
    SegmentScan open = scan;
    scan = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException failure) {
        throw new LogUnavailableException("cannot close a segment", failure);
      }
    }
  }
}
