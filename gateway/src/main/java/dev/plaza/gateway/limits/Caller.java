package dev.plaza.gateway.limits;

import java.security.Principal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/// Who asks, as far as limits care.
record Caller(@Nullable String subject, Set<String> roles, @Nullable String tenant) {

  static final Caller NOBODY = new Caller(null, Set.of(), null);

  /// Others are none that policies could name, and would make plans without end.
  static final Set<String> ROLES = Set.of("customer", "restaurant", "courier", "ops", "service");

  private static final List<String> NAMES = List.copyOf(ROLES);

  /// All sets of them, so that no request makes one.
  private static final List<Set<String>> COMBINATIONS =
      IntStream.range(0, 1 << NAMES.size()).mapToObj(Caller::combination).toList();

  static Caller of(Principal principal, List<String> tenantClaims) {
    if (!(principal instanceof JwtAuthenticationToken token)) {
      return NOBODY;
    }
    Jwt jwt = token.getToken();
    return new Caller(jwt.getSubject(), roles(jwt), tenant(jwt, tenantClaims));
  }

  private static Set<String> roles(Jwt jwt) {
    if (!(jwt.getClaims().get("roles") instanceof List<?> claimed)) {
      return Set.of();
    }
    int known = 0;
    for (Object it : claimed) {
      if (it instanceof String role) {
        int at = NAMES.indexOf(role);
        known |= at < 0 ? 0 : 1 << at;
      }
    }
    return COMBINATIONS.get(known);
  }

  private static Set<String> combination(int bits) {
    return IntStream.range(0, NAMES.size())
        .filter(it -> (bits & 1 << it) != 0)
        .mapToObj(NAMES::get)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static @Nullable String tenant(Jwt jwt, List<String> claims) {
    for (String claim : claims) {
      if (jwt.getClaims().get(claim) instanceof String tenant && !tenant.isEmpty()) {
        return tenant;
      }
    }
    return null;
  }

  boolean isOps() {
    return roles.contains("ops");
  }
}
