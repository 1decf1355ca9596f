package dev.plaza.platform.security;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who sent the request, from its verified token.
///
/// @param restaurantId the restaurant whose staff this is, only with role `RESTAURANT`
public record Caller(
    String subject, Set<Role> roles, @Nullable String restaurantId, Locale locale, ZoneId zone) {

  public Caller {
    roles = Set.copyOf(roles);
  }

  public boolean is(Role role) {
    return roles.contains(role);
  }

  /// Ends the request with 403 unless the caller has one of these roles. Ownership is another
  /// question, and its answer is 404.
  public void require(Role... anyOf) {
    for (Role role : anyOf) {
      if (roles.contains(role)) {
        return;
      }
    }
    throw new ProblemException(CommonProblem.FORBIDDEN, "This needs another role.");
  }

  /// Whether this is staff of that restaurant.
  public boolean isStaffOf(String restaurant) {
    return is(Role.RESTAURANT) && restaurant.equals(restaurantId);
  }
}
