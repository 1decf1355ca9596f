package dev.plaza.gateway.limits;

import dev.plaza.gateway.routing.PartRoute;
import dev.plaza.ratelimit.Decision;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.PolicyFeed;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// Keeps the limits' own API open to operators, whatever they put into force.
///
/// A policy for everybody with a burst of 0 would otherwise refuse its own deletion, and it would
/// outlive every restart. Where tokens come from the sandbox, it would also keep operators from
/// having one. Policies as they are configured do limit both.
@Component
final class OperatorsDoor {

  private static final String ROUTE = "gateway-limits";
  private static final String TOKENS = "gateway-token";

  private final ObjectProvider<PolicyFeed> feed;
  private final Set<Policy> configured;

  OperatorsDoor(ObjectProvider<PolicyFeed> feed, LimitsProperties properties) {
    this.feed = feed;
    this.configured = properties.enabled() ? Set.copyOf(properties.configured().all()) : Set.of();
  }

  /// Whether a refused request may go on, because only policies put since refuse it.
  boolean isOpen(PartRoute route, Caller caller, Decision refusal) {
    return isTheWayBack(route, caller, refusal)
        && refusal.outcome() != Decision.Outcome.UNAVAILABLE
        && refusal.violated().stream().noneMatch(namesConfigured()::contains);
  }

  /// Who asks for a token is nobody yet: there, only a policy that admits nobody ever gives way.
  private static boolean isTheWayBack(PartRoute route, Caller caller, Decision refusal) {
    return route.id().equals(TOKENS)
        ? refusal.outcome() == Decision.Outcome.DENIED && refusal.retryAfter() == null
        : route.id().equals(ROUTE) && caller.isOps();
  }

  private Set<String> namesConfigured() {
    Policies current = feed.getObject().current();
    return current.all().stream()
        .filter(configured::contains)
        .map(Policy::id)
        .collect(Collectors.toSet());
  }
}
