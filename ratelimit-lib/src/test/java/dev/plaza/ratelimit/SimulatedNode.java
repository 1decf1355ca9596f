package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Authority;
import dev.plaza.ratelimit.authority.Demand;
import dev.plaza.ratelimit.authority.Reply;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/// A node of a simulation, with a real limiter. It may stand still for a while, in which its
/// timers, answers and requests pile up, and it may die.
final class SimulatedNode {

  private final SimulatedCluster cluster;
  private final Schedule schedule;
  private final Consumer<Admission> log;
  private final Deque<Runnable> heldUp = new ArrayDeque<>();
  final Limiter limiter;
  final Heartbeats heartbeats;
  private boolean paused;
  private boolean dead;

  record Admission(SimulatedNode node, Request request, Decision decision) {}

  SimulatedNode(
      SimulatedCluster cluster,
      Schedule schedule,
      Heartbeats.Registry registry,
      Consumer<Admission> log) {
    this.cluster = cluster;
    this.schedule = schedule;
    this.log = log;
    this.heartbeats = new Heartbeats(registry, this, cluster.time);
    this.limiter =
        Limiter.with(new Wire())
            .members(heartbeats)
            .timing(new NodeTime())
            .settings(LimiterSettings.DEFAULTS.withKeysMax(16, Duration.ofSeconds(1)))
            .policies(schedule.policies())
            .build();
  }

  void request(Request request) {
    whenRunning(
            () ->
                limiter
                    .decide(request)
                    .whenComplete(
                        (decision, failure) -> {
                          if (failure != null) {
                            throw new IllegalStateException(failure);
                          }
                          if (decision.admitted() && !dead) {
                            log.accept(new Admission(this, request, decision));
                          }
                        }))
        .run();
  }

  void pauseFor(long nanos) {
    if (!paused) {
      paused = true;
      cluster.time.after(nanos, this::resume);
    }
  }

  private void resume() {
    paused = false;
    while (!heldUp.isEmpty() && !paused) {
      heldUp.remove().run();
    }
  }

  void die() {
    dead = true;
    heldUp.clear();
  }

  boolean isDead() {
    return dead;
  }

  boolean isRunning() {
    return !dead && !paused;
  }

  Runnable whenRunning(Runnable action) {
    return () -> {
      if (dead) {
        return;
      }
      if (paused) {
        heldUp.add(action);
      } else {
        action.run();
      }
    };
  }

  private final class Wire implements Authority {
    @Override
    public CompletionStage<Reply> ask(List<Demand> group) {
      return cluster.ask(group, SimulatedNode.this);
    }
  }

  /// The time of this node; what it reads in haste is a little old.
  private final class NodeTime implements Timing {
    @Override
    public long nanos() {
      return cluster.time.nanos();
    }

    @Override
    public long recentNanos() {
      return cluster.time.nanos() - schedule.upTo(3_000_000);
    }

    @Override
    public long epochMicros() {
      return cluster.time.epochMicros();
    }

    @Override
    public void after(long nanos, Runnable task) {
      cluster.time.after(nanos, whenRunning(task));
    }

    @Override
    public void close() {}
  }
}
