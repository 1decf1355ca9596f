package dev.plaza.gateway.limits;

import java.security.Principal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/// Who asks, as far as limits care.
record Caller(@Nullable String subject, Set<String> roles, @Nullable String tenant) {

  static final Caller NOBODY = new Caller(null, Set.of(), null);

  /// Others are none that policies could name, and would make plans without end.
  static final Set<String> ROLES = Set.of("customer", "restaurant", "courier", "ops", "service");

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
    var roles = new HashSet<String>();
    for (Object it : claimed) {
      if (it instanceof String role && ROLES.contains(role)) {
        roles.add(role);
      }
    }
    return roles;
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
