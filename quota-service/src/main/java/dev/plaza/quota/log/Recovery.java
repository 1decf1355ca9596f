package dev.plaza.quota.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a shard's folder holds: finds the segments that count and the newest usable snapshot,
/// replays the records behind it, and tells a torn tail (dropped: nobody was told of it) from
/// damage (an error).
final class Recovery {

  private final Storage storage;
  private final int shard;
  private final Segments segments = new Segments();
  private final Snapshots snapshots;
  private final Map<Integer, String> offerIds = new HashMap<>();
  private long lastSeq;
  private long lastEpoch;
  private long sealedEpoch;
  private int sealedSegments;
  private long bytes;

  Recovery(Storage storage, int shard) throws IOException {
    this.storage = storage;
    this.shard = shard;
    List<String> names = storage.list(Layout.folder(shard));
    snapshots = new Snapshots(storage, shard, names);
    var epochs = new TreeMap<Long, NavigableMap<Integer, SegmentHeader>>();
    for (String name : ordered(names)) {
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
  /// epoch it followed, and how many segments that one had then. Old ones may be gone: whether
  /// they are missed shows when their records are needed.
  private void add(
      SortedMap<Long, NavigableMap<Integer, SegmentHeader>> epochs, long epoch, int count) {
    NavigableMap<Integer, SegmentHeader> numbered = epochs.get(epoch);
    if (numbered == null) {
      return;
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

  private static List<String> ordered(List<String> names) {
    return names.stream()
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

  /// Builds the state up: from the newest usable snapshot, and every record behind it, in order.
  void replay(LogState state) throws IOException {
    Snapshot snapshot = snapshots.find(segments);
    if (snapshot != null) {
      try (var input = snapshot.open(storage, offerIds)) {
        state.restore(input);
      }
      lastSeq = snapshot.seq();
    }
    replayRest(state::apply);
  }

  /// Hands over all records that are still there.
  void replayAll(Consumer<LogRecord> consumer) throws IOException {
    Segments.Segment first = segments.first();
    Snapshot snapshot = first == null || first.firstSeq() == 1 ? null : snapshots.find(segments);
    if (first != null && snapshot != null) {
      snapshot.open(storage, offerIds).close();
      lastSeq = first.firstSeq() - 1;
    }
    replayRest(consumer);
  }

  private void replayRest(Consumer<LogRecord> consumer) throws IOException {
    for (Segments.Segment segment : segments.all()) {
      Long end = segments.endOf(segment);
      if (end != null && end <= lastSeq + 1) {
        continue;
      }
      if (segment.firstSeq() > lastSeq + 1) {
        throw new CorruptLogException(
            "%s begins at record %d, but %d is missing, and no usable snapshot holds it"
                .formatted(segment.name(), segment.firstSeq(), lastSeq + 1));
      }
      replay(segment, end, consumer);
    }
  }

  private void replay(Segments.Segment segment, @Nullable Long end, Consumer<LogRecord> consumer)
      throws IOException {
    try (var scan = new SegmentScan(storage.open(segment.name()), segment.firstSeq())) {
      while (scan.nextSeq() <= lastSeq && scan.next()) {
        scan.skip();
      }
      long from = scan.position();
      boolean endsBefore = scan.nextSeq() <= lastSeq;
      LogRecord waiting = null;
      while (!endsBefore && (end == null || scan.nextSeq() < end) && scan.next()) {
        LogRecord record = scan.read();
        if (waiting != null) {
          accept(waiting, consumer);
        }
        waiting = record.linked() ? record : null;
        if (waiting == null) {
          accept(record, consumer);
        }
      }
      bytes += scan.position() - from;
      if (endsBefore || (end == null ? scan.provesDamage() : scan.nextSeq() < end)) {
        throw new CorruptLogException(
            "%s: record %d near byte %d is damaged or missing although it was acknowledged"
                .formatted(segment.name(), scan.nextSeq(), scan.position()));
      }
    }
  }

  private void accept(LogRecord record, Consumer<LogRecord> consumer) {
    lastSeq++;
    Ident offerId = record.subject();
    if (record.kind() == EntryKind.OFFER && offerId != null) {
      offerIds.put(record.offer(), offerId.toString());
    }
    consumer.accept(record);
  }

  Segments segments() {
    return segments;
  }

  Snapshots snapshots() {
    return snapshots;
  }

  /// Ids of the offers by their numbers, as far as they are read.
  Map<Integer, String> offerIds() {
    return offerIds;
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

  /// Bytes of the records that were replayed.
  long bytes() {
    return bytes;
  }
}
