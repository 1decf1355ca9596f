package dev.plaza.gateway.pages;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/// Tells the parts' states in the gateway's health. A part that is down does not take the gateway
/// down with it: it would take the others' traffic too.
@Component("partsHealthIndicator")
class PartsHealthIndicator implements ReactiveHealthIndicator {

  private final PartStates states;

  PartsHealthIndicator(PartStates states) {
    this.states = states;
  }

  @Override
  public Mono<Health> health() {
    return states
        .get()
        .map(
            parts -> {
              boolean all = parts.values().stream().allMatch(PartStates.State::isUp);
              var health = Health.status(all ? "UP" : "DEGRADED");
              parts.forEach((name, state) -> health.withDetail(name, state));
              return health.build();
            });
  }
}
