package dev.plaza.gateway.limits;

import dev.plaza.ratelimit.Limiter;
import dev.plaza.ratelimit.policy.PolicyFeed;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/// Without Redis the limits go on, less exactly: a reason to look, none to take the gateway out.
@Component("limitsHealthIndicator")
class LimitsHealthIndicator implements HealthIndicator {

  private final ObjectProvider<Limiter> limiter;
  private final ObjectProvider<PolicyFeed> feed;

  LimitsHealthIndicator(ObjectProvider<Limiter> limiter, ObjectProvider<PolicyFeed> feed) {
    this.limiter = limiter;
    this.feed = feed;
  }

  @Override
  public Health health() {
    Limiter current = limiter.getIfAvailable();
    PolicyFeed policies = feed.getIfAvailable();
    if (current == null || policies == null) {
      return Health.up().withDetail("enabled", false).build();
    }
    boolean asks = LimitsMetrics.degradation(current) == 0;
    return Health.status(asks ? "UP" : "DEGRADED")
        .withDetail("policies_version", policies.current().version())
        .withDetail("policy_age_s", policies.age().toSeconds())
        .build();
  }
}
