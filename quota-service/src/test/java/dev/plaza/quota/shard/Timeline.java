package dev.plaza.quota.shard;

/// Virtual time: what is to be done, by the millisecond it is due and in the order it was planned.
/// A ring of milliseconds, each with a chain, because planning is what a simulation does most.
final class Timeline {

  private static final int MILLIS = 1 << 15;

  private final Event[] first = new Event[MILLIS];
  private final Event[] last = new Event[MILLIS];
  private long now = 1_000_000;

  private static final class Event {
    final SimNode node;
    final Runnable task;
    Event next;

    Event(SimNode node, Runnable task) {
      this.node = node;
      this.task = task;
    }
  }

  long now() {
    return now;
  }

  /// @param node whose task it is: not done when it is dead, later when it is blocked; null for
  ///     the world's
  void at(SimNode node, long delay, Runnable task) {
    if (delay < 0 || delay >= MILLIS) {
      throw new IllegalArgumentException("a delay of " + delay);
    }
    var event = new Event(node, task);
    int slot = slot(now + delay);
    if (first[slot] == null) {
      first[slot] = event;
    } else {
      last[slot].next = event;
    }
    last[slot] = event;
  }

  /// Does what is due up to and including a moment. A task may call this again and so let the
  /// world go on before it ends.
  void runUntil(long until) {
    while (now <= until) {
      Event event = first[slot(now)];
      if (event != null) {
        first[slot(now)] = event.next;
        run(event);
      } else if (now < until) {
        now++;
      } else {
        return;
      }
    }
  }

  private static void run(Event event) {
    SimNode node = event.node;
    if (node != null && node.blocked) {
      node.deferred.add(event.task);
    } else if (node == null || node.alive) {
      try {
        event.task.run();
      } catch (SimNode.Killed _) {
        // The process is gone; what it had written stays.
      }
    }
  }

  /// A node waits; the world goes on.
  void stall(SimNode node, long millis) {
    node.blocked = true;
    runUntil(now + millis);
    node.blocked = false;
    node.deferred.forEach(it -> at(node, 0, it));
    node.deferred.clear();
  }

  private static int slot(long at) {
    return (int) at & MILLIS - 1;
  }
}
