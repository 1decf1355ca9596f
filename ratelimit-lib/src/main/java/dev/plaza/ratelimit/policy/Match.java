package dev.plaza.ratelimit.policy;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which requests a policy is for. What is absent matches everything; `route` and `tenant` may end
/// in `*`. A route may go by several names, and any of them will do.
public record Match(
    @Nullable String route,
    @Nullable String method,
    @Nullable String role,
    @Nullable String tenant) {

  public static final Match ALL = new Match(null, null, null, null);

  public Match {
    method = method == null ? null : method.toUpperCase(Locale.ROOT);
  }

  public static Match route(String route) {
    return new Match(route, null, null, null);
  }

  public boolean matches(String route, String method, Set<String> roles, @Nullable String tenant) {
    return matches(route, Set.of(), method, roles, tenant);
  }

  public boolean matches(
      String route,
      Set<String> aliases,
      String method,
      Set<String> roles,
      @Nullable String tenant) {
    return (fits(this.route, route) || aliases.contains(this.route))
        && (this.method == null || is(this.method, method))
        && (role == null || roles.contains(role))
        && (this.tenant == null || (tenant != null && fits(this.tenant, tenant)));
  }

  /// HEAD is a GET whose answer is cut short, and costs as much.
  private static boolean is(String wanted, String method) {
    return wanted.equalsIgnoreCase(method)
        || (wanted.equals("GET") && method.equalsIgnoreCase("HEAD"));
  }

  private static boolean fits(@Nullable String pattern, String value) {
    if (pattern == null) {
      return true;
    }
    return pattern.endsWith("*")
        ? value.startsWith(pattern.substring(0, pattern.length() - 1))
        : value.equals(pattern);
  }
}
