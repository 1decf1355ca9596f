package dev.plaza.quota.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// The segments of a shard, over all epochs, by their first sequence number.
///
/// One rule does the work of truncating, of repairing and of fencing: **a segment ends where the
/// next one begins.** After a failed write the writer begins a new segment behind the last good
/// record, so whatever the failure left is never read. A new epoch begins its first segment
/// behind the last record it found, which is its seal: whatever the stale owner still writes is
/// never read.
final class Segments {

  private final ConcurrentSkipListMap<Long, Segment> bySeq = new ConcurrentSkipListMap<>();

  private final Queue<Segment> files = new ConcurrentLinkedQueue<>();

  /// @param epoch the epoch that wrote it
  record Segment(String name, long epoch, long firstSeq) {}

  /// Adds the next one, in order of epoch and number: it replaces all that is not before it.
  void add(Segment segment) {
    bySeq.tailMap(segment.firstSeq(), true).clear();
    bySeq.put(segment.firstSeq(), segment);
    files.add(segment);
  }

  /// The segment that holds a record, if it exists.
  @Nullable Segment holding(long seq) {
    Map.Entry<Long, Segment> entry = bySeq.floorEntry(seq);
    return entry == null ? null : entry.getValue();
  }

  /// Where a segment ends (exclusive); null while it is the last.
  @Nullable Long endOf(Segment segment) {
    return bySeq.higherKey(segment.firstSeq());
  }

  /// Files that may go without any record from `seq` on being missed, in the order in which they
  /// may. One that was replaced goes no later than what replaced it, else it would seem to count
  /// again; and no earlier than its predecessors, to which its header leads.
  List<Segment> before(long seq) {
    var before = new ArrayList<Segment>();
    var replaced = new ArrayList<Segment>();
    for (Segment it : files) {
      Long end = endOf(it);
      if (!it.equals(bySeq.get(it.firstSeq()))) {
        replaced.add(it);
      } else if (end == null || end > seq) {
        break;
      } else {
        before.addAll(replaced);
        before.add(it);
        replaced.clear();
      }
    }
    return before;
  }

  /// Forgets one that is deleted.
  void remove(Segment segment) {
    files.remove(segment);
    bySeq.remove(segment.firstSeq(), segment);
  }

  @Nullable Segment first() {
    Map.Entry<Long, Segment> entry = bySeq.firstEntry();
    return entry == null ? null : entry.getValue();
  }

  Iterable<Segment> all() {
    return bySeq.values();
  }
}
