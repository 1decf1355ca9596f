package dev.plaza.order.cart;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The versions a client is willing to change. Taken with and without quotes.
///
/// @param tags empty: any
record IfMatch(Set<String> tags) {

  /// @throws ProblemException 428 when absent
  static IfMatch required(@Nullable String header) {
    if (header == null || header.isBlank()) {
      throw new ProblemException(
          CommonProblem.PRECONDITION_REQUIRED, "Send If-Match with the version you have seen.");
    }
    return optional(header);
  }

  static IfMatch optional(@Nullable String header) {
    if (header == null || header.isBlank() || header.strip().equals("*")) {
      return new IfMatch(Set.of());
    }
    return new IfMatch(
        Arrays.stream(header.split(",", -1)).map(IfMatch::tag).collect(Collectors.toSet()));
  }

  static String etag(long version) {
    return "\"" + version + "\"";
  }

  boolean matches(long version) {
    return tags.isEmpty() || tags.contains(Long.toString(version));
  }

  private static String tag(String text) {
    String tag = text.strip();
    tag = tag.startsWith("W/") ? tag.substring(2) : tag;
    return tag.length() >= 2 && tag.startsWith("\"") && tag.endsWith("\"")
        ? tag.substring(1, tag.length() - 1)
        : tag;
  }
}
