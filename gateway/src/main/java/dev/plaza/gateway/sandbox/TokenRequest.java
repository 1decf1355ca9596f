package dev.plaza.gateway.sandbox;

import dev.plaza.gateway.problem.Problem;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.IllformedLocaleException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Who somebody wants to be. Wrong types are 400, wrong values 422, each with its pointer.
record TokenRequest(
    String subject,
    Set<String> roles,
    @Nullable String restaurantId,
    @Nullable String locale,
    @Nullable String zone,
    Duration lifetime) {

  static final int TEXT_MAX = 128;
  static final int TTL_S_MAX = 86_400;
  static final int TTL_S_DEFAULT = 3_600;

  private static final Set<String> ROLES =
      Set.of("customer", "restaurant", "courier", "ops", "service");

  static TokenRequest parse(byte[] body, JsonMapper json) {
    JsonNode root;
    try {
      root = json.readTree(body);
    } catch (JacksonException e) {
      throw malformed("", "is not JSON");
    }
    if (root == null || !root.isObject()) {
      throw malformed("", "must be an object");
    }
    var found = new ArrayList<Problem.FieldError>();
    String subject = text(root, "sub", found);
    if (subject == null && found.isEmpty()) {
      found.add(new Problem.FieldError("/sub", "is needed"));
    }
    var roles = roles(root, found);
    String restaurantId = text(root, "restaurant_id", found);
    String locale = checked(text(root, "locale", found), "locale", found);
    String zone = checked(text(root, "zoneinfo", found), "zoneinfo", found);
    long ttl = ttl(root, found);
    if (!found.isEmpty()) {
      var problem = new Problem(Problem.Code.INVALID, "A value breaks a rule.");
      found.forEach(it -> problem.at(it.pointer(), it.detail()));
      throw problem;
    }
    return new TokenRequest(
        String.valueOf(subject), roles, restaurantId, locale, zone, Duration.ofSeconds(ttl));
  }

  private static @Nullable String text(JsonNode root, String name, List<Problem.FieldError> found) {
    JsonNode node = root.get(name);
    if (node == null || node.isNull()) {
      return null;
    }
    if (!node.isString()) {
      throw malformed("/" + name, "must be a string");
    }
    String value = node.stringValue();
    if (value.isBlank() || value.length() > TEXT_MAX) {
      found.add(
          new Problem.FieldError("/" + name, "must have 1 to %d characters".formatted(TEXT_MAX)));
    } else if (value.chars().anyMatch(Character::isISOControl)) {
      found.add(new Problem.FieldError("/" + name, "must not have control characters"));
    }
    return value;
  }

  private static Set<String> roles(JsonNode root, List<Problem.FieldError> found) {
    JsonNode node = root.get("roles");
    if (node == null || node.isNull()) {
      found.add(new Problem.FieldError("/roles", "is needed"));
      return Set.of();
    }
    if (!node.isArray()) {
      throw malformed("/roles", "must be an array");
    }
    if (node.isEmpty() || node.size() > ROLES.size()) {
      found.add(
          new Problem.FieldError("/roles", "must have 1 to %d roles".formatted(ROLES.size())));
      return Set.of();
    }
    var roles = new LinkedHashSet<String>();
    for (int i = 0; i < node.size(); i++) {
      JsonNode role = node.get(i);
      if (!role.isString()) {
        throw malformed("/roles/" + i, "must be a string");
      }
      if (!ROLES.contains(role.stringValue())) {
        found.add(new Problem.FieldError("/roles/" + i, "must be one of " + sorted()));
      }
      roles.add(role.stringValue());
    }
    return roles;
  }

  private static long ttl(JsonNode root, List<Problem.FieldError> found) {
    JsonNode node = root.get("ttl_s");
    if (node == null || node.isNull()) {
      return TTL_S_DEFAULT;
    }
    if (!node.isIntegralNumber()) {
      throw malformed("/ttl_s", "must be a whole number");
    }
    if (!node.canConvertToLong() || node.longValue() < 1 || node.longValue() > TTL_S_MAX) {
      found.add(new Problem.FieldError("/ttl_s", "must be from 1 to %d".formatted(TTL_S_MAX)));
      return TTL_S_DEFAULT;
    }
    return node.longValue();
  }

  private static @Nullable String checked(
      @Nullable String value, String name, List<Problem.FieldError> found) {
    if (value == null) {
      return null;
    }
    try {
      if (name.equals("locale")) {
        return new Locale.Builder().setLanguageTag(value).build().toLanguageTag();
      }
      return ZoneId.of(value).getId();
    } catch (IllformedLocaleException _) {
      found.add(new Problem.FieldError("/" + name, "must be a BCP 47 language tag"));
    } catch (DateTimeException _) {
      found.add(new Problem.FieldError("/" + name, "must be an IANA time zone"));
    }
    return value;
  }

  private static List<String> sorted() {
    return ROLES.stream().sorted().toList();
  }

  private static Problem malformed(String pointer, String detail) {
    return new Problem(Problem.Code.MALFORMED, "The body cannot be read.").at(pointer, detail);
  }
}
