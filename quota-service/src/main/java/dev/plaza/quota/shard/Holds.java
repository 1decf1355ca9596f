package dev.plaza.quota.shard;

import dev.plaza.quota.log.Ident;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The open holds: by their GUID's entry, by person and order, and by when they run out.
final class Holds {

  private final Map<Integer, Hold> byEntry = new HashMap<>();
  private final Map<Purpose, Hold> byPurpose = new HashMap<>();
  private final PriorityQueue<Hold> byEnd = new PriorityQueue<>();

  /// Who holds it, and what for: one open hold each.
  record Purpose(int offer, Ident user, Ident order) {}

  /// @param entry of the GUID
  /// @param until epoch milliseconds
  record Hold(int entry, long until, Purpose purpose) implements Comparable<Hold> {
    @Override
    public int compareTo(Hold other) {
      return Long.compare(until, other.until);
    }
  }

  void open(Hold hold) {
    byEntry.put(hold.entry, hold);
    byPurpose.put(hold.purpose, hold);
    byEnd.add(hold);
  }

  /// Closes the hold of a GUID, whatever the reason; its place in the order of ends is left
  /// behind.
  void close(int entry) {
    Hold hold = byEntry.remove(entry);
    if (hold != null) {
      byPurpose.remove(hold.purpose, hold);
    }
  }

  @Nullable Hold of(int entry) {
    return byEntry.get(entry);
  }

  @Nullable Hold of(Purpose purpose) {
    return byPurpose.get(purpose);
  }

  /// An open hold whose time is over, if there is one; asked again after it was closed.
  @Nullable Hold due(long now) {
    while (!byEnd.isEmpty() && byEnd.element().until <= now) {
      Hold first = byEnd.element();
      if (first.equals(byEntry.get(first.entry))) {
        return first;
      }
      byEnd.remove();
    }
    return null;
  }

  List<Hold> all() {
    return List.copyOf(byEntry.values());
  }

  int size() {
    return byEntry.size();
  }
}
