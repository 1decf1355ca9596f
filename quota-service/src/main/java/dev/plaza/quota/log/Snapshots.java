package dev.plaza.quota.log;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The snapshots of a shard: the newest, and the one before in case the newest cannot be read one
/// day. A segment may go when the *older* of the two has all of it, and everything in it is safe
/// elsewhere; so either of them, and what is left of the log, gives the whole state.
final class Snapshots {

  private static final int KEPT = 2;

  private final Storage storage;
  private final int shard;
  private final ConcurrentSkipListMap<Long, String> bySeq = new ConcurrentSkipListMap<>();
  private final List<String> drafts;
  private final Queue<String> unusable = new ConcurrentLinkedQueue<>();
  private volatile @Nullable Snapshot newest;

  /// @param names all files of the shard
  Snapshots(Storage storage, int shard, List<String> names) {
    this.storage = storage;
    this.shard = shard;
    drafts = names.stream().filter(Layout::isDraft).toList();
    names.stream().filter(Layout::isSnapshot).forEach(it -> bySeq.put(Layout.seqOf(it), it));
  }

  /// Finds the newest whole snapshot that belongs to the history that the segments tell.
  @Nullable Snapshot find(Segments segments) throws IOException {
    for (Map.Entry<Long, String> it : bySeq.descendingMap().entrySet()) {
      Snapshot found = usable(it.getValue(), segments);
      if (found != null) {
        newest = found;
        return found;
      }
      bySeq.remove(it.getKey());
      unusable.add(it.getValue());
    }
    return null;
  }

  /// Reads it all; null when it is damaged, or of a history that does not count.
  private @Nullable Snapshot usable(String name, Segments segments) throws IOException {
    Snapshot found = Snapshot.check(storage, shard, name);
    if (found == null) {
      return null;
    }
    Segments.Segment last = segments.holding(found.seq());
    return last != null && last.epoch() == found.epoch() ? found : null;
  }

  /// Deletes what earlier owners began to write.
  void discardDrafts() throws IOException {
    for (String it : drafts) {
      storage.delete(it);
    }
  }

  @Nullable Snapshot newest() {
    return newest;
  }

  /// Writes a snapshot aside, reads it back, and only then gives it its name: it exists whole or
  /// not at all. The log up to there is made to survive a loss of power first, so that a snapshot
  /// never knows more than the log.
  void save(Snapshot draft, Segments segments, Content content) throws IOException {
    for (Segments.Segment it : segments.all()) {
      if (it.firstSeq() <= draft.seq() && (newest == null || endsBehind(it, segments, newest))) {
        storage.force(it.name());
      }
    }
    String aside = Layout.draft(draft.name(), draft.epoch());
    storage.delete(aside);
    try (var file = storage.create(aside)) {
      var output = new StateOutput(file, content.goOn());
      Snapshot.write(output, shard, draft.epoch(), draft.seq(), content.names(), content.state());
      file.force();
    }
    Snapshot written = Snapshot.check(storage, shard, aside);
    if (written == null) {
      throw new IOException(aside + " does not hold what was written");
    }
    unusable.remove(draft.name());
    storage.publish(aside, draft.name());
    bySeq.put(draft.seq(), draft.name());
    newest = new Snapshot(draft.name(), draft.seq(), draft.epoch(), written.bytes());
  }

  /// @param goOn false when the shard is not wanted here any more
  record Content(Map<Integer, String> names, FrozenState state, BooleanSupplier goOn) {}

  private static boolean endsBehind(
      Segments.Segment it, Segments segments, @Nullable Snapshot snapshot) {
    Long end = segments.endOf(it);
    return snapshot == null || end == null || end > snapshot.seq();
  }

  /// Whether the log lost its beginning and only one snapshot stands for it: the other one turned
  /// out to be damaged. Nothing may befall that one until there is another.
  boolean lacksSecond(Segments segments) {
    Segments.Segment first = segments.first();
    return bySeq.size() < KEPT && first != null && first.firstSeq() > 1;
  }

  /// Whether [#prune] would find anything to do.
  boolean prunable(Segments segments, long safeSeq) {
    return bySeq.size() > KEPT || !unusable.isEmpty() || !superfluous(segments, safeSeq).isEmpty();
  }

  private List<Segments.Segment> superfluous(Segments segments, long safeSeq) {
    return segments.before(Math.min(safeSeq, older()));
  }

  /// The record of the older of the two snapshots that are kept; 0 while there are less.
  private long older() {
    return bySeq.descendingKeySet().stream().skip(KEPT - 1L).findFirst().orElse(0L);
  }

  /// Deletes the snapshots before the two that are kept, and superfluous segments. Not before the
  /// older of the two was read once more: it may have gone bad meanwhile.
  ///
  /// @param safeSeq everything up to here is safe elsewhere
  /// @param mayDelete asked before each deletion: whether this owner is still the owner
  void prune(Segments segments, long safeSeq, BooleanSupplier mayDelete) throws IOException {
    delete(unusable, mayDelete);
    long older = older();
    String name = bySeq.get(older);
    if (name == null) {
      return;
    }
    if (usable(name, segments) == null) {
      bySeq.remove(older);
      unusable.add(name);
      return;
    }
    var before = new ArrayDeque<>(bySeq.headMap(older).values());
    bySeq.headMap(older).clear();
    delete(before, mayDelete);
    for (Segments.Segment it : superfluous(segments, safeSeq)) {
      if (!mayDelete.getAsBoolean()) {
        return;
      }
      storage.delete(it.name());
      segments.remove(it);
    }
  }

  private void delete(Queue<String> names, BooleanSupplier mayDelete) throws IOException {
    for (String it = names.peek(); it != null && mayDelete.getAsBoolean(); it = names.peek()) {
      storage.delete(it);
      names.remove(it);
    }
  }
}
