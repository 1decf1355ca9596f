package dev.plaza.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// admitted(s, t) <= B + r·(t - s) (+ N·q without reserve), over seeded schedules with crashes,
/// pauses, lost, late and double messages, clock steps, flushes and failovers of the authority.
class TheoremTests {

  private static final int SCHEDULES = Integer.getInteger("plaza.ratelimit.schedules", 10_000);
  private static final long FIRST_SEED = Long.getLong("plaza.ratelimit.seed", 1);
  private static final long MILLI = 1_000_000;

  private final long[] admittedBy = new long[Schedule.Kind.values().length];

  @Test
  void noScheduleAdmitsMoreThanTheTheoremSays() {
    for (var seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed++) {
      run(seed);
    }
    // A limiter that admits nothing would pass too.
    assertThat(Arrays.stream(admittedBy).allMatch(it -> it > SCHEDULES)).isTrue();
  }

  private void run(long seed) {
    var life = new Life(seed);
    life.live();
    life.check();
    admittedBy[life.schedule.kind.ordinal()] += life.admitted;
  }

  private static final class Life {
    final long seed;
    final Schedule schedule;
    final VirtualTime time = new VirtualTime();
    final SimulatedCluster cluster;
    final Heartbeats.Registry registry = new Heartbeats.Registry();
    final List<SimulatedNode> nodes = new ArrayList<>();
    final List<Request> requests = new ArrayList<>();
    final Map<Request, ArrivalCurve> curves = new HashMap<>();
    int outages;
    long admitted;

    Life(long seed) {
      this.seed = seed;
      this.schedule = new Schedule(seed);
      this.cluster = new SimulatedCluster(schedule, time);
      for (var i = 0; i < schedule.nodes; i++) {
        nodes.add(node());
      }
      for (var i = 0; i < schedule.keys; i++) {
        var request = Request.to("GET", "/r").user("u" + i).build();
        requests.add(request);
        curves.put(request, new ArrivalCurve(schedule.perSecond));
      }
    }

    private SimulatedNode node() {
      var node = new SimulatedNode(cluster, schedule, registry, this::admit);
      node.heartbeats.beat();
      return node;
    }

    private void admit(SimulatedNode.Admission admission) {
      admitted += schedule.cost;
      curves.get(admission.request()).admit(cluster.refilledMicros(), schedule.cost);
    }

    void live() {
      var end = time.nanos() + schedule.durationMillis * MILLI;
      var gap = 1e9 / (schedule.perSecond * schedule.pressure / schedule.cost * schedule.keys);
      // Strict nodes hold nothing until they know each other.
      if (schedule.chance(0.5)) {
        time.passMillis(7_000);
        end += 7_000 * MILLI;
      }
      while (time.nanos() < end) {
        var burst = schedule.chance(0.1) ? 1 + schedule.random.nextInt(30) : 1;
        for (var i = 0; i < burst; i++) {
          pick(nodes).request(pick(requests));
        }
        if (schedule.faults) {
          fault();
        }
        var idle = schedule.chance(0.01) ? 20 : 1;
        time.pass((long) (schedule.random.nextDouble() * 2 * gap * burst * idle));
      }
      time.passMillis(1_000);
    }

    private <T> T pick(List<T> list) {
      return list.get(schedule.random.nextInt(list.size()));
    }

    private void fault() {
      if (!schedule.chance(0.02)) {
        return;
      }
      if (schedule.kind == Schedule.Kind.OPEN) {
        outages++;
        if (schedule.chance(0.5)) {
          cluster.cutFor(schedule.upTo(2_000 * MILLI));
        } else {
          cluster.slowFor(schedule.upTo(2_000 * MILLI));
        }
        return;
      }
      switch (schedule.random.nextInt(9)) {
        case 0 -> pick(nodes).pauseFor(schedule.upTo(4_000 * MILLI));
        case 1 -> pick(nodes).pauseFor(schedule.upTo(50 * MILLI));
        case 2 -> replace(false);
        case 3 -> replace(true);
        case 4 -> cluster.cutFor(schedule.upTo(1_000 * MILLI));
        case 5 -> cluster.slowFor(schedule.upTo(1_000 * MILLI));
        case 6 -> cluster.stepClock(schedule.upTo(5_000_000) * (schedule.chance(0.5) ? 1 : -1));
        case 7 -> cluster.flush();
        default -> cluster.failOver();
      }
    }

    private void replace(boolean gracefully) {
      var index = schedule.random.nextInt(nodes.size());
      var before = nodes.get(index);
      if (gracefully && before.isRunning()) {
        before.limiter.beginClose();
      }
      before.die();
      nodes.set(index, node());
    }

    void check() {
      for (var request : requests) {
        var curve = curves.get(request);
        assertThat(curve.within(bound()))
            .as("seed %d: %s: %s > %s", seed, schedule, curve.highest(), bound())
            .isTrue();
      }
    }

    /// What the README says, for this kind of life.
    private double bound() {
      var n = schedule.nodes;
      var held = n * Math.max(schedule.cost, schedule.burst / 3);
      var alone = Math.max(schedule.burst, n * schedule.cost);
      return switch (schedule.kind) {
        case STRICT -> schedule.burst + cluster.made;
        case LEASED, TWO_POLICIES -> schedule.burst + held + cluster.made;
        // After an outage some nodes are back before others: that long there is a rate too many.
        case OPEN -> schedule.burst + held + alone + outages * schedule.perSecond * 0.6;
      };
    }
  }
}
