package dev.plaza.quota.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The log on real files: what is torn, what is damaged, what a stale owner leaves behind.
class ShardLogTests {

  private static final ShardLog.Options OPTIONS = new ShardLog.Options(1 << 20, false);

  @TempDir Path root;

  @Test
  void everythingWrittenIsReplayedInOrder() {
    try (ShardLog log = open(1, OPTIONS)) {
      write(log, 1, 50);
      write(log, 51, 60);
    }

    assertThat(numbers(replayed(2))).containsExactlyElementsOf(range(1, 60));
  }

  @Test
  void fieldsComeBackAsTheyWere() {
    var record =
        new LogRecord(
            EntryKind.RESERVED,
            3,
            123_456_789L,
            -1,
            Long.MIN_VALUE,
            70_000,
            Ident.of("käufer@example.org"),
            Ident.of("0193a0e2-7b1f-7000-8000-00000000000a"),
            1_000_000,
            Long.MAX_VALUE,
            -5,
            0,
            1,
            Long.MAX_VALUE,
            "text ☂");
    try (ShardLog log = open(1, OPTIONS)) {
      log.append(record);
      log.flush();
    }

    assertThat(replayed(2).get(1)).isEqualTo(record);
  }

  @Test
  void whatWasNotFlushedNeverHappened() {
    try (ShardLog log = open(1, OPTIONS)) {
      write(log, 1, 3);
      log.append(spend(4));
    }

    assertThat(numbers(replayed(2))).containsExactly(1L, 2L, 3L);
  }

  /// However many bytes of the last group were written: a prefix of it counts, the rest is
  /// dropped.
  @Test
  void tornAtEveryByteKeepsAPrefix() throws IOException {
    try (ShardLog log = open(1, OPTIONS)) {
      write(log, 1, 5);
      write(log, 6, 9);
    }
    byte[] whole = Files.readAllBytes(segments().getFirst());
    int groupStart = groupStart(whole, 5);

    for (int length = groupStart; length < whole.length; length++) {
      Files.write(segments().getFirst(), Arrays.copyOf(whole, length));
      List<Long> kept = numbers(read());
      assertThat(kept).as("cut at %d", length).isEqualTo(range(1, kept.size()));
      assertThat(kept).hasSizeBetween(5, 8);
    }
  }

  /// A bit that flips in a group with a later group behind it was acknowledged: loud. In the last
  /// group it may be a torn write: dropped from there on.
  @Test
  void flippedBitsAreNoticedWhereverTheyAre() throws IOException {
    try (ShardLog log = open(1, OPTIONS)) {
      write(log, 1, 5);
      write(log, 6, 9);
    }
    byte[] whole = Files.readAllBytes(segments().getFirst());
    int lastGroup = groupStart(whole, 5);
    var random = new Random(1);

    for (int at = 0; at < whole.length; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(segments().getFirst(), flipped);
      if (at < lastGroup) {
        assertThatThrownBy(this::read).as("byte %d", at).isInstanceOf(CorruptLogException.class);
      } else {
        List<Long> kept = numbers(read());
        assertThat(kept).as("byte %d", at).isEqualTo(range(1, kept.size())).hasSizeLessThan(9);
      }
    }
  }

  @Test
  void damageInASealedSegmentIsLoudAndLeavesEarlierRecordsReadable() throws IOException {
    try (ShardLog log = open(1, new ShardLog.Options(500, false))) {
      for (int at = 1; at <= 40; at++) {
        write(log, at, at);
      }
      assertThat(segments()).hasSizeGreaterThan(3);
      byte[] second = Files.readAllBytes(segments().get(1));
      second[second.length - 3] ^= 4;
      Files.write(segments().get(1), second);

      var before = new ArrayList<LogRecord>();
      assertThatThrownBy(() -> open(2, OPTIONS, before))
          .isInstanceOf(CorruptLogException.class)
          .hasMessageContaining("segment-00000002");
      assertThat(before).isNotEmpty();
    }
  }

  @Test
  void missingSegmentIsLoud() throws IOException {
    try (ShardLog log = open(1, new ShardLog.Options(500, false))) {
      for (int at = 1; at <= 40; at++) {
        write(log, at, at);
      }
    }
    Files.delete(segments().get(1));

    assertThatThrownBy(this::read)
        .isInstanceOf(CorruptLogException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void whatAStaleOwnerAppendsAfterTheSealIsNeverRead() {
    try (ShardLog stale = open(1, OPTIONS)) {
      write(stale, 1, 3);
      try (ShardLog owner = open(2, OPTIONS)) {
        write(stale, 100, 110);
        write(owner, 4, 6);
        write(stale, 111, 120);
        assertThat(owner.reader().read(1, owner.writtenSeq(), 100))
            .filteredOn(it -> it.guid() != null)
            .extracting(it -> it.guid().getLeastSignificantBits())
            .containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
      }
    }

    assertThat(numbers(replayed(3))).containsExactlyElementsOf(range(1, 6));
  }

  /// A stale owner whose write failed begins a new segment behind its last good record; the next
  /// owner has read further than that.
  @Test
  void aSegmentThatAStaleOwnerBeginsAfterTheSealDoesNotCount() throws IOException {
    try (ShardLog stale = open(1, OPTIONS)) {
      write(stale, 1, 3);
      try (ShardLog owner = open(2, OPTIONS)) {
        write(owner, 4, 6);
        var rogue = new SegmentHeader(0, 1, 2, 0, 0);
        Files.write(root.resolve(Layout.segment(0, 1, 2)), rogue.bytes().array());
      }
    }

    assertThat(numbers(replayed(3))).containsExactlyElementsOf(range(1, 6));
  }

  @Test
  void sequenceIsDenseAndUniqueOverEpochs() {
    for (int epoch = 1; epoch <= 5; epoch++) {
      try (ShardLog log = open(epoch, OPTIONS)) {
        write(log, epoch * 10, epoch * 10 + 3);
      }
    }
    var entries = new ArrayList<LogEntry>();

    LogReader.readAll(new FileStorage(root), 0, entries::add);

    assertThat(entries).extracting(LogEntry::seq).isEqualTo(range(1, entries.size()));
    assertThat(entries).extracting(LogEntry::epoch).isSorted().contains(1L, 5L);
  }

  @Test
  void anEpochIsNeverUsedTwice() {
    open(3, OPTIONS).close();

    assertThatThrownBy(() -> open(3, OPTIONS)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> open(2, OPTIONS)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anOwnerHasTheLockAloneUntilItIsGone() {
    var first = OwnerLock.tryAcquire(root, 3);

    assertThat(first).isPresent();
    assertThat(OwnerLock.tryAcquire(root, 3)).isEmpty();
    first.get().close();
    assertThat(OwnerLock.tryAcquire(root, 3)).isPresent();
  }

  @Test
  void linkedRecordWithoutItsSuccessorDoesNotCount() {
    try (ShardLog log = open(1, OPTIONS)) {
      write(log, 1, 2);
      log.append(LogRecord.step(EntryKind.CANCELLED, LogEntry.LINKED, 1, new UUID(1, 3), 0, 1, 0));
      log.flush();
    }

    assertThat(numbers(replayed(2))).containsExactly(1L, 2L);
  }

  private ShardLog open(long epoch, ShardLog.Options options) {
    return open(epoch, options, new ArrayList<>());
  }

  private ShardLog open(long epoch, ShardLog.Options options, List<LogRecord> into) {
    return new ShardLog(new FileStorage(root), 0, epoch, options, 1, new Records(into));
  }

  /// Remembers every record. There are no snapshots here.
  private record Records(List<LogRecord> into) implements LogState {

    @Override
    public void restore(StateInput snapshot) {
      throw new AssertionError("nobody took a snapshot");
    }

    @Override
    public void apply(LogRecord record) {
      into.add(record);
    }
  }

  private List<LogRecord> replayed(long epoch) {
    var records = new ArrayList<LogRecord>();
    open(epoch, OPTIONS, records).close();
    return records;
  }

  /// Replays without taking over.
  private List<LogRecord> read() throws IOException {
    var records = new ArrayList<LogRecord>();
    new Recovery(new FileStorage(root), 0).replay(new Records(records));
    return records;
  }

  private List<Path> segments() throws IOException {
    try (var files = Files.walk(root)) {
      return files.filter(it -> it.toString().endsWith(".log")).sorted().toList();
    }
  }

  /// Where the record after `count` spends (and the seal) begins.
  private static int groupStart(byte[] segment, int count) {
    int at = SegmentHeader.BYTES;
    for (int record = 0; record <= count; record++) {
      at += RecordCodec.FRAME_BYTES + ByteBuffer.wrap(segment).getInt(at);
    }
    return at;
  }

  private static void write(ShardLog log, int from, int to) {
    for (int at = from; at <= to; at++) {
      log.append(spend(at));
    }
    log.flush();
  }

  private static LogRecord spend(int number) {
    return LogRecord.step(EntryKind.CONFIRMED, 0, 1, new UUID(1, number), 0, 1, 0);
  }

  private static List<Long> numbers(List<LogRecord> records) {
    return records.stream()
        .filter(it -> it.kind() == EntryKind.CONFIRMED)
        .map(LogRecord::guidLo)
        .toList();
  }

  private static List<Long> range(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toList();
  }
}
