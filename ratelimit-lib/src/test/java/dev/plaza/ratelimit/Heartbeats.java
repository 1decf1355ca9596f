package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Membership;
import java.util.HashMap;
import java.util.Map;

/// Membership in virtual time, with the rules of the one in Redis.
final class Heartbeats implements Membership {

  private static final long EVERY = 1_000_000_000L;

  /// When each node was heard last.
  static final class Registry {
    private final Map<SimulatedNode, Long> heard = new HashMap<>();
  }

  private final Registry registry;
  private final SimulatedNode node;
  private final VirtualTime time;
  private int nodes = 1;
  private long heardAt = Long.MIN_VALUE / 2;
  private long memberSince;

  Heartbeats(Registry registry, SimulatedNode node, VirtualTime time) {
    this.registry = registry;
    this.node = node;
    this.time = time;
  }

  void beat() {
    if (node.isDead()) {
      return;
    }
    if (node.isRunning()) {
      var now = time.nanos();
      registry.heard.put(node, now);
      registry.heard.values().removeIf(it -> now - it > 6 * EVERY);
      if (now - heardAt > 3 * EVERY) {
        memberSince = now;
      }
      heardAt = now;
      nodes = registry.heard.size();
    }
    time.after(EVERY, this::beat);
  }

  @Override
  public int nodes() {
    return nodes;
  }

  @Override
  public boolean settled() {
    var now = time.nanos();
    return now - heardAt < 3 * EVERY && now - memberSince > 6 * EVERY;
  }
}
