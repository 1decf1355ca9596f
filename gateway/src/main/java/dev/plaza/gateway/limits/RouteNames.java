package dev.plaza.gateway.limits;

import dev.plaza.gateway.routing.PartRoute;
import dev.plaza.gateway.routing.RouteTable;
import dev.plaza.ratelimit.policy.Match;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/// What policies may call a route by: its id in the route table, the part it leads to, or a path
/// pattern like `/order/{id}/refund`.
@Component
final class RouteNames {

  private static final int PATTERN_LENGTH_MAX = 200;

  private volatile List<PathPattern> patterns = List.of();

  /// Looks for these policies' paths from now on.
  void use(Policies policies) {
    var found = new ArrayList<PathPattern>();
    for (Policy policy : policies.all()) {
      PathPattern pattern = pattern(policy.match());
      if (pattern != null) {
        found.add(pattern);
      }
    }
    patterns = List.copyOf(new HashSet<>(found));
  }

  /// The names of a request's route besides its id.
  Set<String> of(PartRoute route, PathContainer path) {
    Set<String> names = Set.of(route.part());
    for (PathPattern pattern : patterns) {
      if (pattern.matches(path)) {
        names =
            Stream.concat(names.stream(), Stream.of(pattern.getPatternString()))
                .collect(java.util.stream.Collectors.toUnmodifiableSet());
      }
    }
    return names;
  }

  /// The ids of the routes that a policy may concern.
  static List<String> matchedBy(Policy policy) {
    Match match = policy.match();
    PathPattern pattern = pattern(match);
    return RouteTable.all().stream()
        .filter(
            it ->
                pattern == null
                    ? match.route() == null || matches(match.route(), it)
                    : it.paths().stream().anyMatch(path -> overlap(pattern, path)))
        .map(PartRoute::id)
        .distinct()
        .toList();
  }

  private static boolean matches(String route, PartRoute it) {
    return new Match(route, null, null, null)
        .matches(it.id(), Set.of(it.part()), "", Set.of(), null);
  }

  private static boolean overlap(PathPattern one, PathPattern other) {
    return one.matches(PathContainer.parsePath(other.getPatternString()))
        || other.matches(PathContainer.parsePath(one.getPatternString()));
  }

  /// Why a path cannot be one, or null.
  static @Nullable String flaw(Match match) {
    String route = match.route();
    if (route == null || !route.startsWith("/")) {
      return null;
    }
    return pattern(match) == null ? "is no path pattern like /order/{id}" : null;
  }

  private static @Nullable PathPattern pattern(Match match) {
    String route = match.route();
    if (route == null || !route.startsWith("/") || route.length() > PATTERN_LENGTH_MAX) {
      return null;
    }
    try {
      return PathPatternParser.defaultInstance.parse(route);
    } catch (PatternParseException _) {
      return null;
    }
  }
}
