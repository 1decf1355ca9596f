package dev.plaza.quota.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Snapshots on real files: what is torn, what is damaged, what may be deleted.
class SnapshotTests {

  private static final ShardLog.Options SMALL = new ShardLog.Options(500, false);

  @TempDir Path root;

  private Numbers state = new Numbers();

  @Test
  void onlyWhatFollowsTheSnapshotIsReplayed() throws IOException {
    try (ShardLog log = open(1)) {
      write(log, 1, 30);
      snapshot(log);
      write(log, 31, 35);
    }

    open(2).close();

    assertThat(state.seen).isEqualTo(range(1, 35));
    assertThat(state.restored).isEqualTo(30);
  }

  /// Two snapshots later the segments before the older one go, and not one more.
  @Test
  void whatTheOlderOfTwoSnapshotsHoldsIsDropped() throws IOException {
    try (ShardLog log = open(1)) {
      write(log, 1, 30);
      snapshot(log);
      log.prune(Long.MAX_VALUE, () -> true).run();
      assertThat(firstRecord(log)).isEqualTo(1);
      write(log, 31, 60);
      snapshot(log);
      write(log, 61, 90);
      snapshot(log);

      log.prune(Long.MAX_VALUE, () -> true).run();

      assertThat(firstRecord(log)).isBetween(45L, 61L);
      assertThat(files(".state")).hasSize(2);
    }
    open(2).close();
    assertThat(state.seen).isEqualTo(range(1, 90));
  }

  @Test
  void whatIsNotSafeElsewhereStays() throws IOException {
    try (ShardLog log = open(1)) {
      write(log, 1, 30);
      snapshot(log);
      write(log, 31, 60);
      snapshot(log);

      log.prune(10, () -> true).run();

      assertThat(firstRecord(log)).isLessThanOrEqualTo(11);
      log.prune(Long.MAX_VALUE, () -> false).run();
      assertThat(firstRecord(log)).as("no owner any more").isLessThanOrEqualTo(11);
    }
  }

  /// However much of it was written, and whichever byte changed: the older one and the log say the
  /// same.
  @Test
  void aDamagedSnapshotIsNotUsed() throws IOException {
    try (ShardLog log = open(1)) {
      write(log, 1, 30);
      snapshot(log);
      write(log, 31, 60);
      snapshot(log);
      log.prune(Long.MAX_VALUE, () -> true).run();
    }
    Path newest = files(".state").getLast();
    byte[] whole = Files.readAllBytes(newest);

    for (int at = 0; at < whole.length; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      Files.write(newest, flipped);
      assertThat(recovered()).as("byte %d", at).isEqualTo(range(1, 60));
      Files.write(newest, Arrays.copyOf(whole, at));
      assertThat(recovered()).as("cut at %d", at).isEqualTo(range(1, 60));
      assertThat(state.restored).isEqualTo(30);
    }
  }

  @Test
  void aSnapshotThatWasNotFinishedDoesNotExist() throws IOException {
    try (ShardLog log = open(1)) {
      write(log, 1, 30);
      assertThatThrownBy(() -> log.snapshot(state, () -> false).run())
          .isInstanceOf(IOException.class);
      assertThat(files(".state")).isEmpty();
      assertThat(files(".draft")).hasSize(1);
    }

    assertThat(recovered()).isEqualTo(range(1, 30));
    open(2).close();
    assertThat(files(".draft")).isEmpty();
  }

  @Test
  void withoutAnyUsableSnapshotADroppedLogDoesNotOpen() throws IOException {
    try (ShardLog log = open(1)) {
      write(log, 1, 30);
      snapshot(log);
      write(log, 31, 60);
      snapshot(log);
      log.prune(Long.MAX_VALUE, () -> true).run();
    }
    for (Path it : files(".state")) {
      Files.write(it, new byte[] {1, 2, 3});
    }

    assertThatThrownBy(() -> open(2))
        .isInstanceOf(CorruptLogException.class)
        .hasMessageContaining("1 is missing")
        .hasMessageContaining("segment-");
  }

  @Test
  void aSegmentMissingBehindTheSnapshotIsLoud() throws IOException {
    try (ShardLog log = open(1)) {
      write(log, 1, 10);
      snapshot(log);
      write(log, 11, 60);
    }
    List<Path> segments = files(".log");
    Files.delete(segments.get(segments.size() - 2));

    assertThatThrownBy(() -> open(2)).isInstanceOf(CorruptLogException.class);
  }

  @Test
  void aLogThatEndsBeforeItsSnapshotIsLoud() throws IOException {
    try (ShardLog log = open(1)) {
      write(log, 1, 60);
      snapshot(log);
    }
    Path last = files(".log").getLast();
    byte[] whole = Files.readAllBytes(last);
    Files.write(last, Arrays.copyOf(whole, whole.length - 3));

    assertThatThrownBy(() -> open(2)).isInstanceOf(CorruptLogException.class);
  }

  /// A stale owner goes on behind its successor's seal and keeps a snapshot of that: the segments
  /// say that its epoch did not write that record.
  @Test
  void aSnapshotOfAStaleOwnerDoesNotCount() throws IOException {
    try (ShardLog stale = open(1)) {
      write(stale, 1, 3);
      Numbers staleState = state;
      try (ShardLog owner = open(2)) {
        staleState.seen.addAll(range(100, 120));
        for (long it : range(100, 120)) {
          stale.append(Numbers.record(it));
        }
        stale.flush();
        stale.snapshot(staleState, () -> true).run();
        write(owner, 4, 40);
      }
    }

    assertThat(recovered()).isEqualTo(range(1, 40));
    assertThat(state.restored).isZero();
  }

  /// Nor is anything dropped on its strength: its successor would be the last that holds it.
  @Test
  void nothingIsDroppedForASnapshotOfAStaleOwner() throws IOException {
    try (ShardLog stale = open(1)) {
      write(stale, 1, 30);
      snapshot(stale);
      Numbers staleState = state;
      try (ShardLog owner = open(2)) {
        write(owner, 31, 90);
        snapshot(owner);
      }
      for (long it : range(100, 120)) {
        stale.append(Numbers.record(it));
      }
      stale.flush();
      stale.snapshot(staleState, () -> true).run();
    }
    try (ShardLog owner = open(3)) {
      owner.prune(Long.MAX_VALUE, () -> true).run();
      owner.prune(Long.MAX_VALUE, () -> true).run();
    }
    Files.write(files(".state").getLast(), new byte[] {1, 2, 3});

    assertThat(recovered()).isEqualTo(range(1, 90));
  }

  @Test
  void aDamagedSnapshotIsReplacedAtOnce() throws IOException {
    try (ShardLog log = open(1)) {
      write(log, 1, 30);
      snapshot(log);
      write(log, 31, 60);
      snapshot(log);
      log.prune(Long.MAX_VALUE, () -> true).run();
    }
    Files.write(files(".state").getLast(), new byte[] {1, 2, 3});

    try (ShardLog log = open(2)) {
      assertThat(log.snapshotDue(Long.MAX_VALUE)).isTrue();
      snapshot(log);
      assertThat(log.snapshotDue(Long.MAX_VALUE)).isFalse();
      log.prune(Long.MAX_VALUE, () -> true).run();
    }

    Files.write(files(".state").getLast(), new byte[] {1, 2, 3});
    assertThat(recovered()).isEqualTo(range(1, 60));
  }

  private ShardLog open(long epoch) {
    state = new Numbers();
    return new ShardLog(new FileStorage(root), 0, epoch, SMALL, 1, state);
  }

  private List<Long> recovered() throws IOException {
    state = new Numbers();
    new Recovery(new FileStorage(root), 0).replay(state);
    return state.seen;
  }

  private void write(ShardLog log, long from, long to) {
    for (long it : range(from, to)) {
      log.append(Numbers.record(it));
      log.flush();
      state.seen.add(it);
    }
  }

  private void snapshot(ShardLog log) throws IOException {
    log.snapshot(state, () -> true).run();
  }

  private static long firstRecord(ShardLog log) {
    for (long seq = 1; ; seq++) {
      try {
        return log.reader().read(seq, seq, 1).getFirst().seq();
      } catch (CorruptLogException _) {
        assertThat(seq).isLessThan(log.writtenSeq());
      }
    }
  }

  private List<Path> files(String suffix) throws IOException {
    try (var files = Files.walk(root)) {
      return files.filter(it -> it.toString().endsWith(suffix)).sorted().toList();
    }
  }

  private static List<Long> range(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toList();
  }
}
