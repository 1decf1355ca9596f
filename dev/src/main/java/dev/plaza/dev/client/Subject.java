package dev.plaza.dev.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Somebody the sandbox gives a token to.
///
/// @param restaurantId where restaurant staff work
public record Subject(String sub, List<String> roles, @Nullable String restaurantId) {

  public static Subject customer(String sub) {
    return new Subject(sub, List.of("customer"), null);
  }

  public static Subject courier(String sub) {
    return new Subject(sub, List.of("courier"), null);
  }

  public static Subject ops(String sub) {
    return new Subject(sub, List.of("ops"), null);
  }

  public static Subject staff(String restaurantId) {
    return new Subject("staff-" + restaurantId, List.of("restaurant"), restaurantId);
  }
}
