package dev.plaza.gateway.limits;

import dev.plaza.ratelimit.policy.PolicyFeed;
import java.time.Duration;
import org.springframework.context.SmartLifecycle;

/// Begins to follow the policies before the first request comes.
final class PolicyFeedLife implements SmartLifecycle {

  private final PolicyFeed feed;
  private final Duration every;
  private volatile boolean running;

  PolicyFeedLife(PolicyFeed feed, Duration every) {
    this.feed = feed;
    this.every = every;
  }

  @Override
  public void start() {
    running = true;
    feed.start(every);
  }

  @Override
  public void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /// Before the web server.
  @Override
  public int getPhase() {
    return 0;
  }
}
