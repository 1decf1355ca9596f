package dev.plaza.quota.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a shard's folder holds: finds the segments that count, replays their records, and tells a
/// torn tail (dropped: nobody was told of it) from damage (an error).
final class Recovery {

  private final Storage storage;
  private final int shard;
  private final Segments segments = new Segments();
  private long lastSeq;
  private long lastEpoch;
  private long sealedEpoch;
  private int sealedSegments;

  Recovery(Storage storage, int shard) throws IOException {
    this.storage = storage;
    this.shard = shard;
    var epochs = new TreeMap<Long, NavigableMap<Integer, SegmentHeader>>();
    for (String name : names()) {
      lastEpoch = Math.max(lastEpoch, Layout.epochOf(name));
      SegmentHeader header = header(name);
      if (header != null) {
        epochs
            .computeIfAbsent(header.epoch(), _ -> new TreeMap<>())
            .put(Layout.numberOf(name), header);
      }
    }
    if (!epochs.isEmpty()) {
      sealedEpoch = epochs.lastKey();
      sealedSegments = epochs.lastEntry().getValue().lastKey();
      add(epochs, sealedEpoch, sealedSegments);
    }
  }

  /// Adds the segments that count, oldest first: from the newest epoch back, each says which
  /// epoch it followed, and how many segments that one had then.
  private void add(
      SortedMap<Long, NavigableMap<Integer, SegmentHeader>> epochs, long epoch, int count) {
    NavigableMap<Integer, SegmentHeader> numbered = epochs.get(epoch);
    if (numbered == null) {
      throw new CorruptLogException("shard %d: epoch %d is missing".formatted(shard, epoch));
    }
    SegmentHeader first = numbered.firstEntry().getValue();
    if (first.sealedEpoch() > 0) {
      add(epochs, first.sealedEpoch(), first.sealedSegments());
    }
    numbered
        .headMap(count, true)
        .forEach(
            (number, it) ->
                segments.add(
                    new Segments.Segment(
                        Layout.segment(shard, epoch, number), epoch, it.firstSeq())));
  }

  private List<String> names() throws IOException {
    return storage.list(Layout.folder(shard)).stream()
        .filter(Layout::isSegment)
        .sorted(Comparator.comparingLong(Layout::epochOf).thenComparing(it -> it))
        .toList();
  }

  private @Nullable SegmentHeader header(String name) throws IOException {
    try (var source = storage.open(name)) {
      ByteBuffer bytes = ByteBuffer.allocate(SegmentHeader.BYTES);
      source.read(bytes, 0);
      SegmentHeader header = SegmentHeader.read(bytes.flip());
      if (header == null && source.size() > SegmentHeader.BYTES) {
        throw new CorruptLogException(name + ": the header is damaged");
      }
      return header;
    }
  }

  /// Hands every record to the consumer, in order; its offers are numbered as they were written.
  void replay(Consumer<LogRecord> consumer) throws IOException {
    for (Segments.Segment segment : segments.all()) {
      if (segment.firstSeq() != lastSeq + 1) {
        throw new CorruptLogException(
            "%s begins at record %d, but %d is missing"
                .formatted(segment.name(), segment.firstSeq(), lastSeq + 1));
      }
      replay(segment, segments.endOf(segment), consumer);
    }
  }

  private void replay(Segments.Segment segment, @Nullable Long end, Consumer<LogRecord> consumer)
      throws IOException {
    try (var scan = new SegmentScan(storage.open(segment.name()), segment.firstSeq())) {
      LogRecord waiting = null;
      while ((end == null || scan.nextSeq() < end) && scan.next()) {
        LogRecord record = scan.read();
        if (waiting != null) {
          accept(waiting, consumer);
        }
        waiting = record.linked() ? record : null;
        if (waiting == null) {
          accept(record, consumer);
        }
      }
      boolean damaged = end == null ? scan.provesDamage() : scan.nextSeq() < end;
      if (damaged) {
        throw new CorruptLogException(
            "%s: record %d near byte %d is damaged or missing although it was acknowledged"
                .formatted(segment.name(), scan.nextSeq(), scan.position()));
      }
    }
  }

  private void accept(LogRecord record, Consumer<LogRecord> consumer) {
    lastSeq++;
    consumer.accept(record);
  }

  Segments segments() {
    return segments;
  }

  long lastSeq() {
    return lastSeq;
  }

  /// The newest epoch that left a segment: the one that the next owner follows.
  long sealedEpoch() {
    return sealedEpoch;
  }

  /// How many segments of it count.
  int sealedSegments() {
    return sealedSegments;
  }

  /// The newest epoch that has left any file, even an unusable one.
  long lastEpoch() {
    return lastEpoch;
  }
}
