package dev.plaza.gateway.limits;

import dev.plaza.ratelimit.policy.InvalidPolicy;
import dev.plaza.ratelimit.policy.Match;
import dev.plaza.ratelimit.policy.Policy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a policy may be for here, put or configured. One that could never match would limit
/// nothing, in silence.
final class MatchRules {

  private static final int TENANT_LENGTH_MAX = 200;

  private MatchRules() {}

  /// @throws InvalidPolicy with everything that is wrong
  static void check(Collection<Policy> policies) {
    var flaws = new ArrayList<InvalidPolicy.Flaw>();
    for (Policy policy : policies) {
      Match match = policy.match();
      tell(flaws, policy, "match.route", route(match));
      tell(flaws, policy, "match.method", method(match.method()));
      tell(flaws, policy, "match.role", role(match.role()));
      tell(flaws, policy, "match.tenant", tenant(match.tenant()));
    }
    if (!flaws.isEmpty()) {
      throw new InvalidPolicy(flaws);
    }
  }

  private static void tell(
      List<InvalidPolicy.Flaw> flaws, Policy policy, String field, @Nullable String flaw) {
    if (flaw != null) {
      flaws.add(new InvalidPolicy.Flaw(policy.id(), field, flaw));
    }
  }

  private static @Nullable String route(Match match) {
    String route = match.route();
    return route != null && route.isBlank()
        ? "is blank; null means every route"
        : RouteNames.flaw(match);
  }

  private static @Nullable String method(@Nullable String method) {
    return method == null || LimitedRequests.isMethod(method)
        ? null
        : "is no method of HTTP, nor " + LimitedRequests.MESSAGE;
  }

  private static @Nullable String role(@Nullable String role) {
    return role == null || Caller.ROLES.contains(role)
        ? null
        : "is none of " + Caller.ROLES.stream().sorted().toList();
  }

  private static @Nullable String tenant(@Nullable String tenant) {
    boolean fits =
        tenant == null
            || (!tenant.isBlank()
                && tenant.length() <= TENANT_LENGTH_MAX
                && tenant.chars().noneMatch(Character::isISOControl));
    return fits
        ? null
        : "is not 1 to %d characters without control characters".formatted(TENANT_LENGTH_MAX);
  }
}
