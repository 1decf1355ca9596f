package dev.plaza.gateway.limits;

import dev.plaza.gateway.problem.Problem;
import dev.plaza.ratelimit.policy.Match;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a policy may be for here. One that could never match would limit nothing, in silence.
final class MatchRules {

  private static final int TENANT_LENGTH_MAX = 200;

  private MatchRules() {}

  /// @throws Problem 422 `invalid` that points to everything that is wrong
  static void check(Match match) {
    var problem = new Problem(Problem.Code.INVALID, "A value breaks a rule.");
    boolean flawless =
        Stream.of(
                told(problem, "/match/route", route(match)),
                told(problem, "/match/method", method(match.method())),
                told(problem, "/match/role", role(match.role())),
                told(problem, "/match/tenant", tenant(match.tenant())))
            .allMatch(it -> it);
    if (!flawless) {
      throw problem;
    }
  }

  private static boolean told(Problem problem, String pointer, @Nullable String flaw) {
    if (flaw != null) {
      problem.at(pointer, flaw);
    }
    return flaw == null;
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
        : "is one of " + Caller.ROLES.stream().sorted().toList();
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
