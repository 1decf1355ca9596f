package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Demand;
import dev.plaza.ratelimit.authority.MemoryAuthority;
import dev.plaza.ratelimit.authority.Reply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// The authority of a simulation, behind a network: requests and replies are late, lost or double,
/// its clock steps, its memory is flushed, and a replica takes over that is behind.
final class SimulatedCluster {

  private static final long MILLI = 1_000_000;
  private static final long SNAPSHOT_EVERY = 10 * MILLI;

  private record Snapshot(long at, MemoryAuthority state, long grantedBefore) {}

  private final Schedule schedule;
  final VirtualTime time;
  private final Deque<Snapshot> snapshots = new ArrayDeque<>();
  private MemoryAuthority state;
  private long clockOffset;
  private long leaptAhead;
  private long granted;
  private boolean cut;
  private boolean slow;

  /// Tokens that flushes and failovers may have made: what a lost state permits is known.
  double made;

  SimulatedCluster(Schedule schedule, VirtualTime time) {
    this.schedule = schedule;
    this.time = time;
    this.state = new MemoryAuthority(this::clock);
    time.after(SNAPSHOT_EVERY, this::snapshot);
  }

  long clock() {
    return time.epochMicros() + clockOffset;
  }

  /// True time, and what the authority's clock leapt ahead of it: buckets refill by no more. A
  /// clock that steps back takes nothing away, it only must not refill the same time twice.
  long refilledMicros() {
    return time.epochMicros() + leaptAhead;
  }

  /// One question of a node; the future is completed on the node's time.
  CompletableFuture<Reply> ask(List<Demand> group, SimulatedNode node) {
    var reply = new CompletableFuture<Reply>();
    // A grant that is debited twice only loses tokens. A return is sent at most once, and nothing
    // between a node and its authority doubles it: connections do not, and no driver may.
    var returns = group.stream().anyMatch(it -> it.giveBack() > 0);
    var copies = schedule.faults && !returns && schedule.chance(0.02) ? 2 : 1;
    for (var i = 0; i < copies; i++) {
      if (!lost()) {
        time.after(delay(), () -> arrive(group, node, reply));
      }
    }
    return reply;
  }

  private void arrive(List<Demand> group, SimulatedNode node, CompletableFuture<Reply> reply) {
    if (cut) {
      return;
    }
    var answer = state.decide(group, clock());
    granted += answer.lines().stream().mapToLong(Reply.Line::granted).sum();
    if (!lost()) {
      var arrival = node.whenRunning(() -> reply.complete(answer));
      time.after(delay(), arrival);
    }
  }

  private boolean lost() {
    return cut || (schedule.faults && schedule.chance(0.01));
  }

  private long delay() {
    var most = slow ? 40 * MILLI : 2 * MILLI;
    return 50_000 + schedule.upTo(most);
  }

  private void snapshot() {
    snapshots.addLast(new Snapshot(time.nanos(), state.copy(it -> it), granted));
    while (snapshots.size() > 30) {
      snapshots.removeFirst();
    }
    time.after(SNAPSHOT_EVERY, this::snapshot);
  }

  /// Nobody reaches the authority for a while.
  void cutFor(long nanos) {
    cut = true;
    time.after(nanos, () -> cut = false);
  }

  void slowFor(long nanos) {
    slow = true;
    time.after(nanos, () -> slow = false);
  }

  void stepClock(long micros) {
    clockOffset += micros;
    leaptAhead += Math.max(0, micros);
  }

  /// The cold allowance is the rate of a second, and at least one request.
  void flush() {
    state.flush();
    made += Math.max(schedule.perSecond, schedule.cost);
  }

  /// A replica takes over. What it had not heard of is granted a second time.
  void failOver() {
    if (snapshots.isEmpty()) {
      return;
    }
    var candidates = new ArrayList<>(snapshots);
    var replica = candidates.get(schedule.random.nextInt(candidates.size()));
    made += granted - replica.grantedBefore;
    state = replica.state.copy(it -> it);
    snapshots.clear();
    stepClock(schedule.random.nextInt(20_000) - 10_000);
  }
}
